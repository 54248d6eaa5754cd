import type * as HtmlParser from 'htmlparser2';
import type SanitizeHtml from 'sanitize-html';
import { lazyPackage } from '#libs/core/process';

const htmlparser = lazyPackage<typeof HtmlParser>('htmlparser2');
const sanitizeHtml = lazyPackage<typeof SanitizeHtml>('sanitize-html');

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
/** Drawings are small; a larger one costs every visitor's browser much work. */
export const SVG_MAX_BYTES = 1_048_576;
const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 100;

const ELEMENTS =
  'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath style marker ' +
  'linearGradient radialGradient stop clipPath mask pattern filter feBlend feColorMatrix feComponentTransfer feComposite ' +
  'feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG ' +
  'feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile ' +
  'feTurbulence';

const ATTRIBUTES =
  'xmlns xmlns:xlink xml:space version id class style href xlink:href viewBox preserveAspectRatio width height x y x1 y1 ' +
  'x2 y2 cx cy r rx ry fx fy fr d points pathLength transform transform-origin opacity fill fill-opacity fill-rule stroke ' +
  'stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset ' +
  'vector-effect paint-order color color-interpolation color-interpolation-filters display visibility overflow clip ' +
  'clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits mask-type filter filterUnits primitiveUnits ' +
  'gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity patternUnits patternContentUnits ' +
  'patternTransform marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient font-family ' +
  'font-size font-style font-weight font-variant letter-spacing word-spacing text-anchor text-decoration ' +
  'dominant-baseline alignment-baseline baseline-shift dx dy rotate textLength lengthAdjust startOffset in in2 result ' +
  'type values mode operator k1 k2 k3 k4 stdDeviation tableValues slope intercept amplitude exponent edgeMode ' +
  'kernelMatrix order divisor bias targetX targetY scale xChannelSelector yChannelSelector flood-color flood-opacity ' +
  'lighting-color surfaceScale diffuseConstant specularConstant specularExponent azimuth elevation z pointsAtX pointsAtY ' +
  'pointsAtZ limitingConeAngle radius baseFrequency numOctaves seed stitchTiles role aria-label aria-hidden';

/** A part of the same drawing. */
const OWN_PART = /^#[\w.:-]{1,200}$/;
/** Matches CSS that could fetch or run something, and escapes, which could hide it. */
const REACHING = /@|\\|expression|behavior|-moz-binding|javascript:|image-set|\b(?:src|image|element|paint)\s*\(/i;

/**
 * A drawing without anything that runs or reaches out: only elements and attributes that draw, and references within it.
 * Returns null if it is no drawing in SVG's namespace, or a
 * far larger one than people draw.
 */
export function sanitizeSvg(content: Buffer): string | null {
  const text = decode(content);
  if (text === null || !isModest(text)) return null;
  const drawing = sanitizeHtml()(text, {
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    allowedTags: ELEMENTS.split(' '),
    allowedAttributes: { '*': ATTRIBUTES.split(' ') },
    // References are judged below; the words of the library are HTML's.
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    // A drawing has styles. What of their text could be markup goes, see below; then it has no ways to reach out.
    allowVulnerableTags: true,
    exclusiveFilter: ({ tag, text: css }) => tag === 'style' && (/[<&]/.test(css) || !staysInside(css)),
    nonTextTags: ['script', 'foreignObject', 'metadata', 'iframe', 'object', 'embed', 'noscript', 'textarea', 'option'],
    selfClosing: [],
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: harmless(attribs) }) },
  }).trim();
  const root = drawing.slice(drawing.indexOf('<svg'));
  return root.startsWith('<svg') && root.slice(0, root.indexOf('>')).includes(` xmlns="${SVG}"`) ? root : null;
}

/** Whether its root says how large it is. */
export function hasSize(drawing: string): boolean {
  const root = drawing.slice(0, drawing.indexOf('>'));
  const valueOf = (name: string): string => root.match(new RegExp(`\\s${name}="([^"]{1,200})"`))?.[1]?.trim() ?? '';
  const box = valueOf('viewBox').split(/[\s,]+/);
  if (box.length === 4 && box.every((part) => Number.isFinite(Number(part)))) return true;
  return ['width', 'height'].every((name) => /^[\d.]+(?:px|pt|mm|cm|in|em|ex|pc)?$/.test(valueOf(name)));
}

/** Whether it has few enough elements, not too deep in each other, for the work that follows. */
function isModest(text: string): boolean {
  let [count, depth, isBeyond] = [0, 0, false];
  const parser = new (htmlparser().Parser)(
    {
      onopentag: () => {
        count += 1;
        depth += 1;
        if (count <= MAX_ELEMENTS && depth <= MAX_DEPTH) return;
        isBeyond = true;
        parser.pause();
      },
      onclosetag: () => {
        depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return !isBeyond;
}

function decode(content: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

function harmless(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isHarmless(name, value)));
}

function isHarmless(name: string, value: string): boolean {
  if (name === 'xmlns') return value === SVG;
  if (name === 'xmlns:xlink') return value === XLINK;
  if (name === 'href' || name === 'xlink:href') return OWN_PART.test(value);
  return staysInside(value);
}

function staysInside(css: string): boolean {
  return !REACHING.test(css) && !/url\s*\(/i.test(css.replaceAll(/\burl\(\s*(["']?)#[\w.:-]{1,200}\1\s*\)/gi, ''));
}
