import { escapeHtml, Html, html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { choice, exactObject, mediaId, shortText } from '../../document/fields.js';
import { icon } from '../../markup/icons.js';
import { plainText } from '../../markup/utm-text.js';
import { defineItem } from '../item.js';

const YOUTUBE =
  /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?v=|embed\/|shorts\/)|youtu\.be\/)([A-Za-z0-9_-]{11})(?:[?&#].*)?$/;
const VIMEO = /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?:[?#].*)?$/;
const FILM = /^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/[^\s"'<>\\]*\.mp4(?:\?[^\s"'<>\\]*)?$/;

/** The addresses that {@link VIDEO} takes. */
const ADDRESSES = `${YOUTUBE.source}|${VIMEO.source}|${FILM.source}`;

/** The player's address for a video of a platform; undefined for a film of its own. */
function frameOf(address: string): { frame: string; origin: string } | undefined {
  const youtube = YOUTUBE.exec(address)?.[1];
  if (youtube)
    return {
      frame: `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=1&rel=0`,
      origin: 'https://www.youtube-nocookie.com',
    };
  const vimeo = VIMEO.exec(address)?.[1];
  return vimeo
    ? { frame: `https://player.vimeo.com/video/${vimeo}?autoplay=1&dnt=1`, origin: 'https://player.vimeo.com' }
    : undefined;
}

export const VIDEO = defineItem({
  tipo: 'video',
  nome: 'Vídeo',
  grupo: 'midia',
  esquema: exactObject({
    url: Type.String({
      title: 'Endereço',
      description: 'YouTube, Vimeo ou um arquivo .mp4 em https',
      pattern: ADDRESSES,
      maxLength: 500,
    }),
    titulo: shortText('Título', { description: 'O que o vídeo mostra' }),
    midia_id: mediaId('Capa'),
    proporcao: choice('Proporção', ['larga', 'retrato', 'quadrada'], 'larga'),
  }),
  css: `.vd{position:relative;display:block;width:100%;aspect-ratio:16/9;overflow:hidden;border:0;border-radius:calc(var(--r)*1.6);background:linear-gradient(135deg,#101525,#2a3350)}
.vd.pr{aspect-ratio:9/16;max-width:26rem}.vd.pq{aspect-ratio:1}.ctr .vd{margin-inline:auto}.vd picture,.vd img,video.vd{width:100%;height:100%;object-fit:cover}
.vp{position:absolute;inset:0;display:grid;place-items:center}.vp span{display:grid;place-items:center;width:5rem;height:5rem;border-radius:50%;background:var(--p);color:var(--o);box-shadow:0 8px 30px rgb(0 0 0/.35)}
.vp .ic{width:2.2rem;height:2.2rem;fill:currentColor}.vt{position:absolute;inset:auto 0 0;padding:2.5rem 1.25rem 1rem;font-weight:600;color:#fff;background:linear-gradient(transparent,rgb(5 8 18/.85))}`,
  render({ url, titulo, midia_id, proporcao = 'larga' }, context) {
    const ratio = { larga: '', retrato: ' pr', quadrada: ' pq' }[proporcao];
    const player = frameOf(url);
    if (!player)
      return film(
        url,
        titulo,
        ratio,
        context.writer.page.pictures.get(midia_id ?? '')?.address,
        context.writer.filmOrigins,
      );
    context.writer.frameOrigins.add(player.origin);
    context.writer.scripts.add('video');
    const cover = context.picture(
      { midia_id },
      { field: 'midia_id', sizes: '(min-width: 60rem) 1120px, 100vw', decorative: true },
    );
    const data = new Html(` data-frame="${escapeHtml(player.frame)}" data-title="${escapeHtml(plainText(titulo))}"`);
    return markup`<a class="vd${ratio}"${context.href(url, true)}${data}>${cover}<span class="vp"><span>${icon('play')}</span></span><span class="vt"><span class="vh">${context.writer.texts.page.watch}</span>${context.text(titulo)}</span></a>`;
  },
});

/** A film that the browser plays itself; it asks for nothing before the visitor does. */
function film(url: string, title: string, ratio: string, poster: string | undefined, origins: Set<string>): Html {
  origins.add(new URL(url).origin);
  const cover = poster === undefined ? undefined : markup` poster="${poster}"`;
  return markup`<video class="vd${ratio}"
    controls preload="none"
    playsinline aria-label="${plainText(title)}" src="${url}"
    ${cover}></video>`;
}
