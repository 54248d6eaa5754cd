import type * as HtmlParser from 'htmlparser2';
import { lazyPackage } from '#libs/core/process';

const htmlparser = lazyPackage<typeof HtmlParser>('htmlparser2');

/** Shapes that a browser draws in the end. */
const MAX_COST = 50_000;
/** Depth of nested elements; elements that are included by reference count, too. */
const MAX_DEPTH = 500;

interface Element {
  id?: string;
  classes: string[];
  references: string[];
  children: Element[];
}

/**
 * Whether drawing it is a bounded work: what it refers to counts each time. A few references to references would else be
 * drawn thousands of millions of times, and one to itself without end.
 * @param drawing well-formed, as `sanitizeSvg` gives it
 */
export function isDrawable(drawing: string): boolean {
  const { root, css } = read(drawing);
  if (!root) return false;
  const styled = referencesByClass(css);
  if (!styled) return false;
  const byId = new Map<string, Element>();
  const rest = [root];
  for (let element = rest.pop(); element; element = rest.pop()) {
    if (element.id !== undefined && !byId.has(element.id)) byId.set(element.id, element);
    rest.push(...element.children);
  }
  const costs = new Map<Element, number>();
  const costOf = (element: Element, depth = 0): number => {
    if (depth > MAX_DEPTH) return Infinity;
    const known = costs.get(element);
    if (known !== undefined) return known;
    // While it is being counted, a way back to it is one without end.
    costs.set(element, Infinity);
    const references = [...element.references, ...element.classes.flatMap((name) => styled.get(name) ?? [])];
    const targets = references.flatMap((id) => byId.get(id) ?? []);
    const cost = [...element.children, ...targets].reduce((sum, one) => sum + costOf(one, depth + 1), 1);
    costs.set(element, cost);
    return cost;
  };
  return costOf(root) <= MAX_COST;
}

function read(drawing: string): { root?: Element; css: string } {
  const top: Element = { classes: [], references: [], children: [] };
  const path = [top];
  let css = '';
  let isStyle = false;
  const parser = new (htmlparser().Parser)(
    {
      onopentag: (name, attributes) => {
        const element = elementOf(attributes);
        path.at(-1)!.children.push(element);
        path.push(element);
        isStyle = name === 'style';
      },
      ontext: (text) => {
        if (isStyle) css += text;
      },
      onclosetag: () => {
        path.pop();
        isStyle = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(drawing);
  return { root: top.children[0], css };
}

function elementOf(attributes: Record<string, string>): Element {
  const { id, class: classes = '', href, 'xlink:href': old, ...rest } = attributes;
  const links = [href, old].flatMap((link) => (link?.startsWith('#') ? [link.slice(1)] : []));
  const references = [...links, ...Object.values(rest).flatMap(targetsOf)];
  return { ...(id !== undefined && { id }), classes: classes.split(/\s+/).filter(Boolean), references, children: [] };
}

const targetsOf = (css: string): string[] => [...css.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].map(([, id = '']) => id);

/** Returns the ids that the rules of a style refer to, by class; null if a rule without a class refers to one. */
function referencesByClass(css: string): Map<string, string[]> | null {
  const found = new Map<string, string[]>();
  for (const rule of css.split('}')) {
    const brace = rule.indexOf('{');
    if (brace < 0) continue;
    const [selector, body] = [rule.slice(0, brace), rule.slice(brace + 1)];
    const targets = targetsOf(body);
    if (targets.length === 0) continue;
    for (const part of selector.split(',')) {
      const names = [...part.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name);
      const name = names.at(-1);
      if (name === undefined) return null;
      found.set(name, [...(found.get(name) ?? []), ...targets]);
    }
  }
  return found;
}
