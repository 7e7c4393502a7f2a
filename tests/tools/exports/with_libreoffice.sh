#!/bin/sh
# Run with LibreOffice on the path: a table saved as it saves it, for today and for old Excel.
#   with_libreoffice.sh TABLE.csv FOLDER
set -e
soffice --headless --convert-to ods --outdir "$2" "$1" >/dev/null
soffice --headless --convert-to xls --outdir "$2" "$1" >/dev/null
soffice --version | cut -d" " -f1,2 > "$2/version.txt"
