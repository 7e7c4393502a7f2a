"""Run with Potato's own Python: its server is started, its simulator's people answer, its exporters write.

python with_potato.py FOLDER
"""

import json
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from items import items

PORT = "8741"
CONFIG = f"""annotation_task_name: idioms
task_dir: .
port: {PORT}
data_files: [data/items.json]
item_properties: {{id_key: id, text_key: text}}
output_annotation_dir: annotation_output/
output_annotation_format: tsv
require_password: false
user_config: {{allow_all_users: true, users: []}}
annotation_schemes:
  - {{annotation_type: radio, name: reading, description: "Is it an idiom?", labels: [idiom, literal]}}
"""
JUDGED = "110"


def main(folder):
    """Serve, answer, export."""
    home = Path(tempfile.mkdtemp())
    (home / "data").mkdir()
    rows = items()
    lines = [{"id": one["item_id"], "text": one["text"], "p_idiom": one["score"]} for one in rows]
    text = "".join(json.dumps(one) + "\n" for one in lines)
    (home / "data" / "items.json").write_text(text, encoding="utf-8")
    (folder / "items.json").write_text(text, encoding="utf-8")
    (home / "config.yaml").write_text(CONFIG, encoding="utf-8")
    gold = {one["item_id"]: {"reading": one["label"]} for one in rows}
    (home / "gold.json").write_text(json.dumps(gold), encoding="utf-8")
    potato = [str(Path(sys.executable).parent / "potato"), "start", "config.yaml", "-p", PORT]
    with subprocess.Popen(potato, cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        time.sleep(10)
        people = [sys.executable, "-m", "potato.simulator", "--server", f"http://localhost:{PORT}", "--users", "2"]
        people += ["--strategy", "gold_standard", "--gold-file", "gold.json", "--competence", "good=1.0"]
        people += ["--fast-mode", "--max-annotations", JUDGED, "--no-export"]
        subprocess.run(people, cwd=home, check=True)
        time.sleep(3)
        for kind in ("csv", "jsonl", "tsv"):
            export = [sys.executable, "-m", "potato.export", "-c", "config.yaml", "-f", kind, "-o", str(folder)]
            subprocess.run(export, cwd=home, check=True)
        server.terminate()
    (folder / "version.txt").write_text(f"potato-annotation {version('potato-annotation')}\n", encoding="utf-8")


main(Path(sys.argv[1]).resolve())
