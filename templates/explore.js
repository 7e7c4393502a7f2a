"use strict";
// Moves a handle over stops that were worked out before: nothing is computed here but where a line is drawn.
(() => {
  const source = document.getElementById("data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const { text, signs, nouns, items, found, ends, money, hours } = data;
  const worths = data.worths || [], curves = data.curves || [], pay = data.pay || { times: [1], once: 0 };
  const by = (id) => document.getElementById(id);
  const add = (parent, name, attributes = {}, content = "") => {
    const svg = "http://www.w3.org/2000/svg";
    const made = parent.namespaceURI === svg || name === "svg" ? document.createElementNS(svg, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = content;
    return parent.appendChild(made);
  };
  const grouped = (number, digits) => {
    const [whole, part] = (Math.abs(number) + 1e-9).toFixed(digits).split("."); // a half goes up, as in a report
    return (number < 0 ? "\u2212" : "") + whole.replace(/\B(?=(\d{3})+$)/g, signs.group) + (part ? signs.decimal + part : "");
  };
  const count = (number) => (number > 0 && number < 0.5 ? signs.fewer : grouped(number, 0));
  const amount = (number) => signs.money.replace("{}", () => grouped(number, signs.digits));
  const of = (number, forms) => `${count(number)} ${forms[number === 1 ? 0 : 1]}`;
  const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (all, key) => (key in values ? values[key] : all));
  const nearest = (row, value) => row.reduce((best, each, at) => (Math.abs(each - value) < Math.abs(row[best] - value) ? at : best), 0);
  // The last sign is a decimal one, but for thousands as this language writes them.
  function read(typed) {
    const bare = typed.replace(/[^0-9.,\-]/g, ""), at = Math.max(bare.lastIndexOf(","), bare.lastIndexOf("."));
    const thousands = bare[at] === signs.group && bare.length - at === 4;
    const plain = (part) => part.replace(/[.,]/g, "");
    return Number((at < 0 || thousands ? plain(bare) : `${plain(bare.slice(0, at))}.${bare.slice(at + 1)}`) || NaN);
  }

  const least = Math.max(Math.ceil(data.work.judgements), 1), last = items.length - 1;
  const state = { at: data.here, axis: money ? "money" : "items", shown: new Set(), worth: 0, pay: pay.times.indexOf(1), people: data.work.people, week: data.work.a_week || 0 };
  const own = () => pay.times[state.pay] === 1;
  // Only the plan's own price has bills; another one moves what judging costs, and leaves what is paid once.
  const spend = (at) => (own() || !items[at] ? money[at] : pay.once + pay.times[state.pay] * pay.judging[at]);
  const weeks = (number) => number / state.people / state.week;
  const axes = { items: nouns.items[1], money: money && text.money, hours: hours && text.hours, weeks: hours && text.weeks };
  const place = (at) => ({ items: () => items[at], money: () => spend(at), hours: () => hours[at], weeks: () => weeks(hours[at]) })[state.axis]();
  const other = (curve, at) => ({ items: () => curve.items[at], money: () => pay.once + pay.times[state.pay] * (curve.money[at] - pay.once), hours: () => curve.hours[at], weeks: () => weeks(curve.hours[at]) })[state.axis]();
  const places = () => items.map((_, at) => place(at));
  const digits = () => ({ money: signs.digits, items: 0 })[state.axis] ?? 2;

  function phrases(pattern) {
    const at = state.at, reviewed = of(items[at], nouns.items);
    return fill(pattern, { money: money ? amount(spend(at)) : "", found: of(found[at], nouns.found), range: data.range[at], items: data.judged ? fill(text.judged, { judged: count(data.judged[at]), items: reviewed }) : reviewed });
  }
  function sentence() {
    const at = state.at, further = data.further && data.further[at] && own() ? fill(text.further, { further: data.further[at] }) : "";
    return items[at] || found[at] ? [phrases(text.sentence), further, data.beside ? data.beside[at] : ""].filter(Boolean).join(" ") : text.nothing;
  }
  function time() {
    if (!hours || !items[state.at]) return "";
    if (!state.week) return text.time_ask;
    const number = Math.max(Math.ceil(weeks(hours[state.at]) - 1e-9), 1), first = new Date(`${data.work.start}T12:00:00Z`);
    const date = new Intl.DateTimeFormat(data.language === "en" ? "en-GB" : data.language, { dateStyle: "long", timeZone: "UTC" });
    const until = data.work.start && fill(text.until, { start: date.format(first), end: date.format(new Date(first.getTime() + (7 * number - 1) * 864e5)) });
    return fill(text.time, { hours: grouped(hours[state.at], 2), weeks: of(number, text.week), people: of(state.people, text.person), until });
  }
  function ticks(low, high) {
    const step = [1, 2, 5, 10].map((each) => each * 10 ** Math.floor(Math.log10((high - low) / 5 || 1))).find((each) => (high - low) / each <= 6);
    return Array.from({ length: Math.floor(high / step + 1e-9) + 1 }, (_, at) => at * step).filter((each) => each >= low);
  }

  const left = 58, right = 12, low = 38, height = 330;
  function chart() {
    const box = by("chart"), width = Math.max(box.clientWidth, 300), lines = curves.filter((curve) => state.shown.has(curve.name));
    const xs = places(), most = xs[last] || 1, end = (side) => ends.map((each, at) => (each ? each[side] : found[at]));
    const top = Math.max(...end(1), ...found, ...lines.flatMap((curve) => curve.found), 1);
    // Where a model answers most without people, the few that people add would not be seen above zero.
    const base = data.flow ? Math.floor(Math.min(...end(0)) * 0.9) : 0;
    const x = (value) => left + (Math.min(value, most) / most) * (width - left - right), y = (value) => height - low - ((value - base) / (top - base)) * (height - low - 16);
    box.replaceChildren();
    const svg = add(box, "svg", { width, height, role: "img", "aria-label": text.alt });
    const label = (at, up, name, kind = "tick", anchor = "middle") => add(svg, "text", { x: at, y: up, "text-anchor": anchor, class: kind }, name);
    for (const tick of ticks(base, top)) {
      add(svg, "line", { x1: left, x2: width - right, y1: y(tick), y2: y(tick), class: "rule" });
      label(left - 6, y(tick) + 4, grouped(tick, 0), "tick", "end");
    }
    for (const tick of ticks(0, most)) label(x(tick), height - low + 20, grouped(tick, 0));
    label(width - right, height - 3, { money: signs.money.replace("{}", "").trim(), items: fill(text.items_axis, { items: nouns.items[1] }) }[state.axis] || axes[state.axis], "name", "end");
    label(4, 11, data.y, "name", "start");
    const path = (row, column) => row.map((value, at) => `${at ? "L" : "M"}${x(value).toFixed(1)} ${y(column[at]).toFixed(1)}`).join("");
    // Between nothing and the first stop there is what is paid once: nothing can be bought there.
    const begun = items.findIndex((each, at) => each || found[at] > 0 || at === last), rest = (row) => row.slice(data.flow ? 0 : begun);
    add(svg, "path", { class: "band", d: `${path(rest(xs), rest(end(0)))}${path(rest(xs).reverse(), rest(end(1)).reverse()).replace("M", "L")}Z` });
    for (const curve of lines) add(add(svg, "path", { class: `other dash-${curves.indexOf(curve)}`, d: path(curve.items.slice(1).map((_, at) => other(curve, at + 1)), curve.found.slice(1)) }), "title", {}, curve.name);
    add(svg, "path", { class: "line", d: path(rest(xs), rest(found)) });
    const mark = (at, kind) => add(svg, "line", { x1: x(xs[at]), x2: x(xs[at]), y1: 16, y2: height - low, class: kind }), late = xs[data.here] > most / 2;
    mark(data.here, "planned");
    label(x(xs[data.here]) + (late ? -5 : 5), height - low - 6, text.planned, "tick", late ? "end" : "start");
    const stop = worths.length && worths[state.worth].best[state.pay][0];
    if (stop) {
      const at = x(xs[nearest(items, stop)]), foot = height - low;
      add(svg, "path", { class: "best", d: `M${at} ${foot}l5 8h-10z` });
      label(at + (at > width / 2 ? -8 : 8), foot - 20, text.stop_mark, "tick", at > width / 2 ? "end" : "start");
    }
    mark(state.at, "at");
    add(svg, "circle", { cx: x(xs[state.at]), cy: y(found[state.at]), r: 7, class: "dot" });
  }
  function flow() {
    const box = by("flow");
    box.replaceChildren();
    if (!data.flow) return;
    add(box, "h3", {}, text.flow);
    const bar = add(box, "div", { class: "flow", "aria-hidden": "true" }), list = add(box, "ul");
    data.flow.parts[state.at].forEach((part, at) => {
      add(bar, "span", { class: `part-${at}` }).style.flexGrow = part;
      add(list, "li", { class: `part-${at}` }, `${data.flow.labels[at]}: ${count(part)}`);
    });
  }
  const bill = () => ((own() && items[state.at] && data.ledger && data.ledger.stops[state.at]) || []).flatMap((row, at) => (row ? [[data.ledger.lines[at][0], row[0], data.ledger.lines[at][1], row[1], row[2]]] : []));
  function ledger() {
    const box = by("ledger"), rows = bill();
    box.replaceChildren();
    if (!rows.length) return;
    const table = add(box, "table"), { heads, total } = data.ledger;
    add(table, "caption", {}, text.ledger);
    const head = add(add(table, "thead"), "tr"), body = add(table, "tbody");
    heads.forEach((each) => add(head, "th", { scope: "col" }, each));
    [...rows, [total, "", "", "", grouped(money[state.at], signs.digits)]].forEach((row, at) => {
      const line = add(body, "tr", { class: at === rows.length ? "total" : "" });
      row.forEach((cell, column) => add(line, column ? "td" : "th", column ? { "data-label": heads[column] } : { scope: "row" }, cell));
    });
  }
  const option = () => (worths.length ? worths[state.worth].option : "");
  const command = () => `${data.command}${option()}${data.targeted ? " --set goal.target=" : ""} --budget ${/ /.test(data.budgets[state.at]) ? `"${data.budgets[state.at]}"` : data.budgets[state.at]}`;
  const request = () => [phrases(text.request), ...bill().map(([name, quantity, unit, price, sum]) => `${name}: ${quantity} ${unit} × ${price} = ${sum}`.replace("  ", " "))].join("\n");

  function show(said = "") {
    by("sentence").textContent = sentence();
    by("nearest").textContent = said;
    by("copied").textContent = "";
    by("handle").value = (1000 * place(state.at)) / (place(last) || 1);
    by("handle").setAttribute("aria-valuetext", sentence());
    if (said !== text.unread) by("amount").value = grouped(place(state.at), digits());
    by("amount").setAttribute("aria-invalid", said === text.unread);
    if (worths.length) {
      const chosen = worths[state.worth], [stop, cost, entries] = chosen.best[state.pay], told = { worth: chosen.worth, items: of(stop, nouns.items), spend: amount(cost), found: of(entries, nouns.found) };
      by("best").textContent = [fill(stop ? text.best : text.best_none, told), stop && own() ? fill(text.best_net, { net: chosen.net, luck: chosen.luck }) : ""].join(" ");
      by("worth-value").textContent = chosen.worth;
      by("pay-value").textContent = `${grouped(pay.times[state.pay] * 100, 0)} %`;
      for (const name of ["worth", "pay"]) by(name).setAttribute("aria-valuetext", by(`${name}-value`).textContent);
      by("go").disabled = !stop || !own();
    }
    by("time").textContent = time();
    by("other-prices").hidden = own();
    by("own-prices").hidden = !own() || !items[state.at];
    by("command").textContent = data.command && option() !== null ? command() : "";
    by("copy-command").hidden = by("least").hidden = !by("command").textContent;
    chart();
    flow();
    ledger();
  }
  const listen = (id, kind, act) => by(id).addEventListener(kind, (event) => show(act(event.target, event)));
  const number = (id, from, to) => Math.min(Math.max(Number(by(id).value) || from, from), to);
  function copy(words) {
    const area = add(document.body, "textarea", { readonly: "" }, words);
    area.select();
    document.execCommand("copy");
    area.remove();
    by("copied").textContent = text.copied;
  }
  function offer() {
    by("axis").replaceChildren();
    for (const [key, name] of Object.entries(axes)) if (name && (key !== "weeks" || state.week)) add(by("axis"), "option", { value: key }, name);
    by("axis").value = state.axis;
  }

  listen("handle", "input", (input) => { state.at = nearest(places(), (place(last) * input.value) / 1000); });
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 20, PageDown: -20, Home: -last, End: last };
  by("handle").addEventListener("keydown", (event) => {
    if (!(event.key in steps)) return;
    event.preventDefault();
    state.at = Math.min(Math.max(state.at + steps[event.key], 0), last);
    show();
  });
  listen("amount", "change", (input) => {
    const typed = read(input.value), shown = input.value;
    if (!(typed >= 0)) return text.unread;
    // What an amount buys is what it pays for: the last stop that takes no more.
    state.at = Math.max(places().findLastIndex((each) => each <= typed + 1e-9), 0);
    return grouped(place(state.at), digits()) === grouped(typed, digits()) ? "" : fill(text.nearest, { typed: shown });
  });
  listen("axis", "change", (select) => { state.axis = select.value; });
  listen("people", "change", () => { by("people").value = state.people = Math.round(number("people", least, 999)); });
  listen("a-week", "input", () => { state.week = number("a-week", 0, 168); if (state.week < 0.1) state.week = 0; if (!state.week && state.axis === "weeks") state.axis = "hours"; offer(); });
  if (worths.length) {
    const planned = worths.findIndex((each) => each.own), near = nearest(worths.map((each) => each.best[state.pay][0]), items[data.here]);
    Object.assign(by("worth"), { max: worths.length - 1, value: (state.worth = planned < 0 ? near : planned) });
    Object.assign(by("pay"), { max: pay.times.length - 1, value: state.pay });
    for (const name of ["worth", "pay"]) listen(name, "input", (input) => { state[name] = Number(input.value); });
    listen("go", "click", () => { state.at = nearest(items, worths[state.worth].best[state.pay][0]); });
  }
  curves.forEach((curve, at) => {
    const label = add(by("models"), "label"), input = add(label, "input", { type: "checkbox" });
    add(add(label, "svg", { width: 34, height: 10, "aria-hidden": "true" }), "path", { class: `other dash-${at}`, d: "M0 5H34" });
    add(label, "span", {}, curve.name);
    input.addEventListener("change", () => { state.shown[input.checked ? "add" : "delete"](curve.name); show(); });
  });
  for (const kind of ["pointerdown", "pointermove"]) by("chart").addEventListener(kind, (event) => {
    if (kind === "pointermove" && !event.buttons) return;
    const box = by("chart").getBoundingClientRect();
    state.at = nearest(places(), ((event.clientX - box.left - left) / (box.width - left - right)) * place(last));
    show();
  });
  by("copy-text").addEventListener("click", () => copy(request()));
  by("copy-command").addEventListener("click", () => copy(command()));
  by("models").hidden = !curves.length;
  by("by-worth").hidden = !worths.length;
  by("by-time").hidden = !hours;
  Object.assign(by("people"), { min: least, value: state.people });
  by("a-week").value = state.week || "";
  offer();
  by("explore").hidden = false;
  new ResizeObserver(() => chart()).observe(by("chart"));
  show();
})();
