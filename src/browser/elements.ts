/** Elements of drawings, and the numbers that these hold. */

/** Makes an SVG element in another. */
export function add<Name extends keyof SVGElementTagNameMap>(
  parent: Element,
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
  words = '',
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = words;
  parent.append(element);
  return element;
}

/** The numbers that a figure's drawing holds; `undefined` where it holds none. */
export function numbersIn(figure: Element): unknown {
  const text = figure.querySelector('metadata')?.textContent;
  return text === undefined ? undefined : JSON.parse(text);
}

/** A line across what is pointed at. */
export const HAIR = { stroke: 'var(--ink)', 'stroke-width': 1, 'stroke-opacity': 0.6 } as const;
