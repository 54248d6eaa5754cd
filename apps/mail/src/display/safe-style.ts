/** Decides about an image that a message refers to: the address to show it by, or null to leave it out. */
export type ImageRule = (source: string) => string | null;

const SIDES = '(?:-(?:top|right|bottom|left))?';

/** Properties that draw within the element. Nothing that positions it over others, loads or runs anything. */
const PROPERTY = new RegExp(
  `^(?:${[
    'color|opacity|visibility|direction|display|float|clear|vertical-align|white-space|cursor',
    'background(?:-(?:color|image|repeat|position|size|clip|origin))?',
    `border${SIDES}(?:-(?:color|style|width))?|border-(?:collapse|spacing)|border(?:-(?:top|bottom)-(?:left|right))?-radius`,
    'box-(?:sizing|shadow)|outline(?:-(?:color|style|width))?|table-layout|caption-side|empty-cells',
    'font(?:-(?:family|size|style|weight|variant|stretch))?|line-height|letter-spacing|word-spacing',
    'text-(?:align|decoration|decoration-(?:color|line|style)|indent|transform|overflow|shadow)',
    'word-(?:break|wrap)|overflow(?:-(?:wrap|x|y))?|hyphens|unicode-bidi',
    `margin${SIDES}|padding${SIDES}|(?:min-|max-)?(?:width|height)|object-fit`,
    'list-style(?:-(?:type|position|image))?|gap|(?:row|column)-gap|order',
    'flex(?:-(?:basis|direction|flow|grow|shrink|wrap))?|(?:align|justify)-(?:content|items|self)',
  ].join('|')})$`,
);

const FUNCTION = /^(?:rgba?|hsla?|calc|min|max|linear-gradient|radial-gradient)$/;
const MAX_LENGTH = 20_000;

/** The declarations of a style attribute that may be shown. */
export function safeStyle(style: string, image: ImageRule): string {
  if (style.length > MAX_LENGTH) return '';
  // A line break would end a string that is not closed, and what follows it would be something else than it seems.
  return declarationsOf(style.replaceAll(/[\n\r\f\t]/g, ' '))
    .flatMap((declaration) => safeDeclaration(declaration, image) ?? [])
    .join(';');
}

/** Cut at the semicolons that are not in quotes or parentheses. */
function declarationsOf(style: string): string[] {
  const declarations: string[] = [];
  let quote = '';
  let depth = 0;
  let start = 0;
  for (let at = 0; at < style.length; at++) {
    const character = style[at]!;
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === ';' && depth === 0) {
      declarations.push(style.slice(start, at));
      start = at + 1;
    }
  }
  // What is not closed would take what follows it into itself.
  if (!quote && depth === 0) declarations.push(style.slice(start));
  return declarations;
}

function safeDeclaration(declaration: string, image: ImageRule): string | null {
  const colon = declaration.indexOf(':');
  if (colon < 0) return null;
  const property = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration.slice(colon + 1).trim();
  if (!PROPERTY.test(property) || !isPlain(value)) return null;
  const shown = withImages(value, image);
  return shown && `${property}:${shown}`;
}

/** Escapes and comments could make another word of what is written; no value of a property needs the rest. */
function isPlain(value: string): boolean {
  const rest = value.replace(URL_VALUE, ' ');
  // oxlint-disable-next-line no-control-regex
  if (value === '' || /[\\<>{}@\u0000-\u001f\u007f]|\/\*|\*\/|;/.test(rest)) return false;
  const functions = rest.matchAll(/([^\s,()'"]*)\(/g);
  return [...functions].every(([, name = '']) => FUNCTION.test(name.toLowerCase()));
}

const URL_VALUE = /url\(\s*(?:"([^"\\\n<>]*)"|'([^'\\\n<>]*)'|([^\s"'()\\<>]*))\s*\)/gi;

/** Null if an image of it must not be shown: then nothing of the declaration is, since it may have no meaning without. */
function withImages(value: string, image: ImageRule): string | null {
  let isShown = true;
  const shown = value.replace(URL_VALUE, (_match, double?: string, single?: string, bare?: string) => {
    const address = image((double ?? single ?? bare ?? '').trim());
    if (address === null) isShown = false;
    return `url("${(address ?? '').replace(/["\\\s]/g, encodeURIComponent)}")`;
  });
  return isShown ? shown : withoutImage(value);
}

/** The rest of a background, so that its colour stays. */
function withoutImage(value: string): string | null {
  const rest = value.replace(URL_VALUE, ' ').replaceAll(/\s+/g, ' ').trim();
  return rest === '' || /,\s*(?:,|$)|^,/.test(rest) ? null : rest;
}
