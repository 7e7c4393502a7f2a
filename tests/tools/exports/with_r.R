# Run by R: what R's own writers, caret and (where it is installed) parsnip make of the items.
#   Rscript with_r.R ITEMS.csv FOLDER
args <- commandArgs(trailingOnly = TRUE)
items <- read.csv(args[1], stringsAsFactors = FALSE)
folder <- args[2]
out <- function(name) file.path(folder, name)
set.seed(1)
known <- items[1:110, ]
known$label <- factor(known$label)

# R's own writers, as they are by default: write.table's header is one cell short.
ranked <- data.frame(item = items$item_id, gold = items$label, model_a = items$score, stringsAsFactors = FALSE)
write.table(ranked, out("write_table.txt"))
write.table(ranked, out("write_table.tsv"), sep = "\t", quote = FALSE)
write.csv(ranked, out("write_csv.csv"))
write.csv2(ranked, out("write_csv2.csv"))
named <- ranked[, -1]
rownames(named) <- ranked$item
write.csv(named, out("row_names.csv"))
write.table(named, out("row_names.txt"))
ranked$gold[121:150] <- NA
write.csv(ranked, out("with_na.csv"), row.names = FALSE)
saveRDS(ranked, out("ranked.rds"))
save(ranked, file = out("ranked.RData"))
dput(ranked, out("ranked.R"))
if (requireNamespace("haven", quietly = TRUE)) {
  haven::write_sav(ranked, out("ranked.sav"))
  haven::write_dta(ranked, out("ranked.dta"))
}

# caret: the resampled predictions of a fit, and probabilities beside the labels of a test set.
suppressPackageStartupMessages(library(caret))
known$length <- nchar(known$text)
control <- trainControl(method = "cv", number = 3, classProbs = TRUE, savePredictions = "final")
fit <- train(label ~ score + length, data = known, method = "glm", family = "binomial", trControl = control)
write.csv(fit$pred, out("caret_pred.csv"), row.names = FALSE)
rest <- items[111:150, ]
rest$length <- nchar(rest$text)
p <- predict(fit, rest, type = "prob")
write.csv(p, out("caret_prob.csv"))
write.csv(cbind(rest[, c("item_id", "label")], p), out("caret_prob_labelled.csv"), row.names = FALSE)
write.csv(
  cbind(rest[, c("item_id", "label")], pred = predict(fit, rest), p), out("caret_extract.csv"), row.names = FALSE
)

said <- paste("R", getRversion(), "caret", packageVersion("caret"))
if (requireNamespace("parsnip", quietly = TRUE)) {
  suppressPackageStartupMessages(library(parsnip))
  spec <- set_engine(logistic_reg(), "glm")
  made <- fit(spec, label ~ score + length, data = known)
  rest$label <- factor(rest$label, levels = levels(known$label))
  both <- augment(made, rest)
  write.csv(both, out("tidymodels_augment.csv"), row.names = FALSE)
  write.csv(predict(made, rest, type = "prob"), out("tidymodels_prob.csv"), row.names = FALSE)
  said <- paste(said, "parsnip", packageVersion("parsnip"))
}
writeLines(said, out("version.txt"))
