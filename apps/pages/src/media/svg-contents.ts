import type * as HtmlParser from 'htmlparser2';
import { lazyPackage } from '#libs/core/process';

const htmlparser = lazyPackage<typeof HtmlParser>('htmlparser2');

const PICTURES = new Set(['image', 'feImage']);
const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'use']);

const REASONS = {
  picture:
    'O SVG contém uma imagem (bitmap), que não seria mostrada. Envie-a como PNG ou WebP, ou desenhe-a em curvas.',
  font: 'O SVG traz uma fonte, que não seria mostrada. Converta os textos em curvas e envie-o de novo.',
  rules:
    'O estilo do SVG tem regras com @, que não são aceitas. Exporte-o com atributos em vez de uma folha de estilo.',
  nothing: 'O SVG não desenha nada que possa ser mostrado.',
} as const;

/**
 * Why a drawing would be shown without a part that its author sees: what is taken out for safety is not missed in silence.
 * Undefined if nothing of it would be missing. @param text of the file as it was uploaded
 */
export function lossOf(text: string): string | undefined {
  const path: string[] = [];
  let css = '';
  let [hasPicture, hasShape] = [false, false];
  const parser = new (htmlparser().Parser)(
    {
      onopentag: (name, attributes) => {
        const local = name.slice(name.indexOf(':') + 1);
        path.push(local);
        if (path.includes('foreignObject')) return;
        // One from elsewhere is shown nowhere: browsers load nothing for a drawing.
        hasPicture ||= PICTURES.has(local) && /^\s*data:/i.test(attributes['href'] ?? attributes['xlink:href'] ?? '');
        hasShape ||= SHAPES.has(local);
      },
      ontext: (piece) => {
        if (path.at(-1) === 'style') css += piece;
      },
      onclosetag: () => void path.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (hasPicture) return REASONS.picture;
  if (/@(?:font-face|import)/i.test(css)) return REASONS.font;
  if (/@[a-z-]+/i.test(css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/@charset[^;]*;/gi, ''))) return REASONS.rules;
  return hasShape ? undefined : REASONS.nothing;
}
