"use strict";
// Moves a handle over stops that were worked out before: nothing is computed here but where a line is drawn.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { text, signs, nouns, items, found, ends, money, hours } = data;
  const by = (id) => document.getElementById(id);
  const add = (parent, name, attributes = {}, content = "") => {
    const svg = "http://www.w3.org/2000/svg";
    const made = parent.namespaceURI === svg || name === "svg" ? document.createElementNS(svg, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = content;
    return parent.appendChild(made);
  };
  const grouped = (number, digits) => {
    const [whole, part] = Math.abs(number).toFixed(digits).split(".");
    const sign = number < 0 ? "\u2212" : "";
    return sign + whole.replace(/\B(?=(\d{3})+$)/g, signs.group) + (part ? signs.decimal + part : "");
  };
  const count = (number) => (number > 0 && number < 0.5 ? signs.fewer : grouped(number, 0));
  const amount = (number) => signs.money.replace("{}", () => grouped(number, signs.digits));
  const of = (number, forms) => `${count(number)} ${forms[number === 1 ? 0 : 1]}`;
  const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (all, key) => (key in values ? values[key] : all));
  const nearest = (row, value) => row.reduce((best, each, at) => (Math.abs(each - value) < Math.abs(row[best] - value) ? at : best), 0);

  const state = { at: data.here, axis: money ? "money" : "items", shown: new Set(), worth: 0, pay: data.pay ? data.pay.times.indexOf(1) : 0, people: data.work.people, week: data.work.a_week || 0 };
  const worths = data.worths || [];
  const factor = () => (data.pay ? data.pay.times[state.pay] : 1);
  // Only the plan's own price has printed bills; another one moves what judging costs, and leaves what is paid once.
  const spend = (at) => (factor() === 1 || !items[at] ? money[at] : data.pay.once + factor() * data.pay.judging[at]);
  const weeks = (at) => Math.max(Math.ceil(hours[at] / state.people / state.week - 1e-9), 1);
  const axes = { items: nouns.items[1], money: money && text.money, hours: hours && text.hours, weeks: hours && text.weeks };
  const place = (at, axis) => ({ items: () => items[at], money: () => spend(at), hours: () => hours[at], weeks: () => hours[at] / state.people / state.week })[axis]();
  const other = (curve, at) => ({ items: () => curve.items[at], money: () => (curve.items[at] ? data.pay.once + factor() * (curve.money[at] - data.pay.once) : 0), hours: () => curve.hours[at], weeks: () => curve.hours[at] / state.people / state.week })[state.axis]();
  const read = (typed) => parseFloat(typed.split(signs.group).join("").replace(signs.decimal, ".").replace(/[^0-9.]/g, ""));

  function sentence() {
    const at = state.at;
    if (!items[at] && !found[at]) return text.nothing;
    const values = { money: money ? amount(spend(at)) : "", items: data.judged ? fill(text.judged, { judged: count(data.judged[at]), items: of(items[at], nouns.items) }) : of(items[at], nouns.items), found: of(found[at], nouns.found), range: data.range[at] };
    const further = data.further && data.further[at] && factor() === 1 ? fill(text.further, { further: data.further[at] }) : "";
    return [fill(text.sentence, values), further, data.beside ? data.beside[at] : ""].filter(Boolean).join(" ");
  }

  function time() {
    if (!hours || !state.week || !items[state.at]) return "";
    const number = weeks(state.at);
    let until = "";
    if (data.work.start) {
      const first = new Date(`${data.work.start}T12:00:00Z`);
      const last = new Date(first.getTime() + (7 * number - 1) * 864e5);
      const date = new Intl.DateTimeFormat(data.language === "en" ? "en-GB" : data.language, { dateStyle: "long", timeZone: "UTC" });
      until = fill(text.until, { start: date.format(first), end: date.format(last) });
    }
    return fill(text.time, { hours: grouped(hours[state.at], 2), weeks: of(number, text.week), people: of(state.people, text.person), until });
  }

  function best() {
    if (!worths.length) return null;
    const chosen = worths[state.worth];
    const [stop, cost, entries] = chosen.best[state.pay];
    return { stop, cost, entries, chosen };
  }

  function ticks(most) {
    const step = [1, 2, 5, 10].map((each) => each * 10 ** Math.floor(Math.log10(most / 5 || 1))).find((each) => most / each <= 6);
    return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, at) => at * step);
  }

  let scale = null;
  function chart() {
    const box = by("chart"), width = Math.max(box.clientWidth, 300), height = 330, left = 58, right = 12, low = 38;
    const lines = (data.curves || []).filter((curve) => state.shown.has(curve.name));
    const most = place(items.length - 1, state.axis) || 1;
    const top = Math.max(...ends.map((each) => (each ? each[1] : 0)), ...found, ...lines.flatMap((curve) => curve.found), 1);
    const x = (value) => left + (Math.min(value, most) / most) * (width - left - right), y = (value) => height - low - (value / top) * (height - low - 14);
    scale = { most, left, right, width };
    box.replaceChildren();
    const svg = add(box, "svg", { width, height, role: "img", "aria-label": text.alt });
    for (const tick of ticks(top)) {
      add(svg, "line", { x1: left, x2: width - right, y1: y(tick), y2: y(tick), class: "rule" });
      add(svg, "text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end", class: "tick" }, grouped(tick, 0));
    }
    for (const tick of ticks(most)) add(svg, "text", { x: x(tick), y: height - low + 16, "text-anchor": "middle", class: "tick" }, grouped(tick, 0));
    add(svg, "text", { x: width - right, y: height - 5, "text-anchor": "end" }, state.axis === "money" ? signs.money.replace("{}", "").trim() : axes[state.axis]);
    add(svg, "text", { x: 4, y: 11 }, nouns.found[1]);
    const path = (xs, ys) => xs.map((value, at) => `${at ? "L" : "M"}${x(value).toFixed(1)} ${y(ys[at]).toFixed(1)}`).join("");
    const xs = items.map((_, at) => place(at, state.axis));
    const end = (side) => ends.map((each, at) => (each ? each[side] : found[at]));
    add(svg, "path", { class: "band", d: `${path(xs, end(0))}${path([...xs].reverse(), end(1).reverse()).replace("M", "L")}Z` });
    for (const curve of lines) add(add(svg, "path", { class: "other", d: path(curve.items.map((_, at) => other(curve, at)), curve.found) }), "title", {}, curve.name);
    add(svg, "path", { class: "lead", d: path(xs, found) });
    const planned = xs[data.here], here = xs[state.at], bar = { y1: 14, y2: height - low };
    add(svg, "line", { x1: x(planned), x2: x(planned), class: "planned", ...bar });
    add(svg, "text", { x: x(planned) + (planned > most / 2 ? -4 : 4), y: height - low - 6, "text-anchor": planned > most / 2 ? "end" : "start", class: "tick" }, text.planned);
    const choice = best();
    if (choice && choice.stop) {
      const at = x(xs[nearest(items, choice.stop)]), foot = height - low;
      add(add(svg, "path", { class: "best", d: `M${at} ${foot}l6 10h-12z` }), "title", {}, text.stop_mark);
    }
    add(svg, "line", { x1: x(here), x2: x(here), class: "at", ...bar });
    add(svg, "circle", { cx: x(here), cy: y(found[state.at]), r: 7, class: "dot" });
  }

  function flow() {
    if (!data.flow) return;
    const parts = data.flow.parts[state.at], box = by("flow");
    box.replaceChildren();
    add(box, "h3", {}, text.flow);
    const bar = add(box, "div", { class: "flow", "aria-hidden": "true" }), list = add(box, "ul");
    parts.forEach((part, at) => {
      add(bar, "span", { class: `part-${at}` }).style.flexGrow = part;
      add(list, "li", { class: `part-${at}` }, `${data.flow.labels[at]}: ${count(part)}`);
    });
  }

  function ledger() {
    const box = by("ledger"), rows = data.ledger && data.ledger.stops[state.at];
    box.replaceChildren();
    if (!rows || !items[state.at]) return;
    const table = add(box, "table"), { heads, lines, total } = data.ledger;
    add(table, "caption", {}, `${text.ledger}${factor() === 1 ? "" : `. ${text.ledger_note}`}`);
    const head = add(add(table, "thead"), "tr"), body = add(table, "tbody");
    heads.forEach((each) => add(head, "th", { scope: "col" }, each));
    rows.forEach((row, at) => {
      if (!row) return;
      const line = add(body, "tr"), cells = [row[0], lines[at][1], row[1], row[2]];
      add(line, "th", { scope: "row" }, lines[at][0]);
      cells.forEach((cell, place) => add(line, "td", { "data-label": heads[place + 1] }, cell));
    });
    const sum = add(body, "tr", { class: "total" });
    add(sum, "th", { scope: "row" }, total);
    for (const cell of ["", "", "", grouped(money[state.at], signs.digits)]) add(sum, "td", {}, cell);
  }

  const command = () => data.command && `${data.command} --budget ${/ /.test(data.budgets[state.at]) ? `"${data.budgets[state.at]}"` : data.budgets[state.at]}`;

  function show() {
    const choice = best();
    by("sentence").textContent = sentence();
    by("handle").value = state.at;
    by("handle").setAttribute("aria-valuetext", sentence());
    if (document.activeElement !== by("amount")) by("amount").value = grouped(place(state.at, state.axis), state.axis === "money" ? signs.digits : state.axis === "items" ? 0 : 2);
    if (choice) {
      const { stop, cost, entries, chosen } = choice;
      by("worth-value").textContent = chosen.worth;
      const told = stop ? fill(text.best, { worth: chosen.worth, items: of(stop, nouns.items), spend: amount(cost), found: of(entries, nouns.found) }) : fill(text.best_none, { worth: chosen.worth });
      by("best").textContent = stop && factor() === 1 ? `${told} ${fill(text.best_net, { net: chosen.net, luck: chosen.luck })}` : told;
      by("go").disabled = !stop;
      by("pay-value").textContent = `${grouped(factor() * 100, 0)} %`;
      by("worth").setAttribute("aria-valuetext", chosen.worth);
      by("pay").setAttribute("aria-valuetext", by("pay-value").textContent);
    }
    by("time").textContent = time();
    by("command").textContent = command() || "";
    chart();
    flow();
    ledger();
  }

  function listen(id, kind, act) {
    by(id).addEventListener(kind, (event) => { act(event.target, event); show(); });
  }

  function copy(words) {
    const area = add(document.body, "textarea", { readonly: "" }, words);
    area.select();
    document.execCommand("copy");
    area.remove();
    by("copied").textContent = text.copied;
  }

  by("handle").max = items.length - 1;
  listen("handle", "input", (input) => { state.at = Number(input.value); });
  listen("amount", "change", (input) => {
    const typed = read(input.value);
    // What an amount buys is what it pays for: the last stop that costs no more.
    if (!Number.isNaN(typed)) state.at = state.axis === "money" ? Math.max(items.findLastIndex((_, at) => spend(at) <= typed), 0) : nearest(items.map((_, at) => place(at, state.axis)), typed);
    input.blur();
  });
  function offer() {
    const select = by("axis");
    select.replaceChildren();
    for (const [key, name] of Object.entries(axes)) if (name && (key !== "weeks" || state.week)) add(select, "option", { value: key }, name);
    select.value = state.axis;
  }
  listen("axis", "change", (select) => { state.axis = select.value; });
  for (const curve of data.curves || []) {
    const label = add(by("models"), "label"), input = add(label, "input", { type: "checkbox" });
    add(label, "span", {}, curve.name);
    input.addEventListener("change", () => { state.shown[input.checked ? "add" : "delete"](curve.name); show(); });
  }
  by("models").hidden = !(data.curves || []).length;
  by("by-worth").hidden = !worths.length;
  if (worths.length) {
    by("worth").max = worths.length - 1;
    const own = worths.findIndex((each) => each.own), near = nearest(worths.map((each) => each.best[state.pay][0]), items[data.here]);
    by("worth").value = state.worth = own < 0 ? near : own;
    by("pay").max = data.pay.times.length - 1;
    by("pay").value = state.pay;
    listen("worth", "input", (input) => { state.worth = Number(input.value); });
    listen("pay", "input", (input) => { state.pay = Number(input.value); });
    listen("go", "click", () => { state.at = nearest(items, best().stop); });
  }
  by("by-time").hidden = !hours;
  by("people").min = Math.ceil(data.work.judgements);
  by("people").value = state.people;
  by("a-week").value = state.week || "";
  listen("people", "input", (input) => { state.people = Math.max(Number(input.value) || 1, Math.ceil(data.work.judgements)); });
  listen("a-week", "input", (input) => { state.week = Math.max(Number(input.value) || 0, 0); if (!state.week && state.axis === "weeks") state.axis = "hours"; offer(); });
  const drag = (event) => {
    if (!scale || (event.type === "pointermove" && !event.buttons)) return;
    const at = event.clientX - by("chart").getBoundingClientRect().left - scale.left;
    state.at = nearest(items.map((_, each) => place(each, state.axis)), (at / (scale.width - scale.left - scale.right)) * scale.most);
    show();
  };
  for (const kind of ["pointerdown", "pointermove"]) by("chart").addEventListener(kind, drag);
  by("copy-text").addEventListener("click", () => copy([sentence(), time(), ...[...by("ledger").querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent).filter(Boolean).join(" | "))].filter(Boolean).join("\n")));
  by("copy-command").addEventListener("click", () => copy(command()));
  by("copy-command").hidden = !data.command;
  offer();
  by("explore").hidden = false;
  new ResizeObserver(() => chart()).observe(by("chart"));
  show();
})();
