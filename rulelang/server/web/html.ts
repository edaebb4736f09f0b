// Markup as text that is escaped unless it was made here, and a change of the page that leaves focus and scroll alone.

export class Markup {
  constructor(readonly text: string) {}
}
type Part = Markup | string | number | null | undefined | false | Part[];

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

function said(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(said).join("");
  return part === null || part === undefined || part === false ? "" : escape(String(part));
}

export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(texts.map((text, n) => text + (n < parts.length ? said(parts[n]) : "")).join(""));
}

/** Make an element hold some markup, changing only what is different. */
export function show(element: Element, markup: Markup): void {
  const template = document.createElement("template");
  template.innerHTML = markup.text;
  children(element, template.content);
}

function children(old: ParentNode & globalThis.Node, fresh: ParentNode & globalThis.Node): void {
  const wanted = Array.from(fresh.childNodes);
  wanted.forEach((node, at) => {
    const there = old.childNodes[at];
    if (!there) old.appendChild(node);
    else if (isSame(there, node)) change(there, node);
    else old.replaceChild(node, there);
  });
  while (old.childNodes.length > wanted.length) old.lastChild?.remove();
}

const isSame = (one: globalThis.Node, two: globalThis.Node): boolean =>
  one.nodeName === two.nodeName && (one as Element).id === (two as Element).id;

function change(old: globalThis.Node, fresh: globalThis.Node): void {
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of Array.from(old.attributes)) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of Array.from(fresh.attributes)) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old instanceof HTMLInputElement && old.type === "range" && document.activeElement !== old) old.value = fresh.getAttribute("value") ?? "";
  children(old, fresh);
}
