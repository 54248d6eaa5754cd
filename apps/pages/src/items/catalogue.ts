import { BUTTON } from './types/button.item.js';
import { COLUMNS } from './types/columns.item.js';
import { COUNTDOWN } from './types/countdown.item.js';
import { DIVIDER } from './types/divider.item.js';
import { FAQ } from './types/faq.item.js';
import { FOOTER } from './types/footer.item.js';
import { FORM } from './form/form.item.js';
import { GALLERY } from './types/gallery.item.js';
import { HTML } from './types/html.item.js';
import { IMAGE } from './types/image.item.js';
import type { ItemType } from './item.js';
import { LIST } from './types/list.item.js';
import { LOGOS } from './types/logos.item.js';
import { MENU } from './types/menu.item.js';
import { POPUP } from './types/popup.item.js';
import { PRICE_TABLE } from './types/price-table.item.js';
import { SPACE } from './types/space.item.js';
import { STICKY_BAR } from './types/sticky-bar.item.js';
import { TESTIMONIAL } from './types/testimonial.item.js';
import { TEXT } from './types/text.item.js';
import { TITLE } from './types/title.item.js';
import { VIDEO } from './types/video.item.js';

/** All types of item, in the order in which an editor offers them. */
export const ITEM_TYPES = [
  TITLE,
  TEXT,
  LIST,
  IMAGE,
  GALLERY,
  VIDEO,
  BUTTON,
  FORM,
  COUNTDOWN,
  STICKY_BAR,
  POPUP,
  TESTIMONIAL,
  PRICE_TABLE,
  FAQ,
  LOGOS,
  HTML,
  COLUMNS,
  SPACE,
  DIVIDER,
  MENU,
  FOOTER,
] as unknown as readonly ItemType[];

const BY_NAME = new Map(ITEM_TYPES.map((type) => [type.tipo, type]));

/** @returns undefined for a type that there is not */
export function findItemType(tipo: string): ItemType | undefined {
  return BY_NAME.get(tipo);
}
