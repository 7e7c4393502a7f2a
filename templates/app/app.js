"use strict";
// What moves: progress of the work, and a clock for ten judgements. Everything else is forms.

const progress = document.getElementById("progress");
if (progress) {
  const bar = progress.querySelector("progress");
  const line = progress.querySelector("p");
  const events = new EventSource("/plan/progress");
  events.onerror = () => { line.textContent = progress.dataset.lost; };
  events.onmessage = (event) => {
    const job = JSON.parse(event.data);
    if (job.is_done) {
      events.close();
      window.location.replace("/plan#work");
      window.location.reload();
      return;
    }
    line.textContent = job.total > 1 ? `${job.what} ${job.done} / ${job.total}` : job.what;
    if (job.total > 1) {
      bar.max = job.total;
      bar.value = job.done;
    } else {
      bar.removeAttribute("value");
    }
  };
}

const clock = document.getElementById("clock");
if (clock) {
  const items = [...clock.querySelectorAll("li")];
  const start = clock.querySelector(".start");
  const next = clock.querySelector(".next");
  const result = clock.querySelector("output");
  let began = 0;
  let place = 0;
  clock.hidden = false;
  const show = () => items.forEach((item, at) => { item.hidden = at !== place; });
  start.addEventListener("click", () => {
    place = 0;
    began = performance.now();
    show();
    start.hidden = true;
    next.hidden = false;
    result.textContent = "";
    next.focus();
  });
  next.addEventListener("click", () => {
    place += 1;
    if (place < items.length) {
      show();
      return;
    }
    const seconds = ((performance.now() - began) / 1000 / items.length).toFixed(1);
    show();
    next.hidden = true;
    start.hidden = false;
    const field = document.getElementById("cost.seconds_per_item");
    field.value = seconds;
    result.textContent = clock.dataset.timed.replace("{}", seconds);
    field.focus();
  });
}

// Where the labels are said to stand in another column, its values are shown at once.
document.querySelectorAll("form.columns select.role").forEach((select) => {
  const before = select.value;
  select.addEventListener("change", () => {
    if (select.value === "label" || before === "label") document.getElementById("labels-now").hidden = false;
  });
});
const wrong = document.querySelector("[aria-invalid=true], .wrong");
if (wrong) {
  const inside = wrong.closest("details");
  if (inside) inside.open = true;
  wrong.scrollIntoView({ block: "center" });
}
