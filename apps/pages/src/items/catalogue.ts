import { BUTTON } from './button.item.js';
import { COLUMNS } from './columns.item.js';
import { COUNTDOWN } from './countdown.item.js';
import { DIVIDER } from './divider.item.js';
import { FAQ } from './faq.item.js';
import { FOOTER } from './footer.item.js';
import { FORM } from './form.item.js';
import { GALLERY } from './gallery.item.js';
import { HTML } from './html.item.js';
import { IMAGE } from './image.item.js';
import type { ItemType } from './item.js';
import { LIST } from './list.item.js';
import { LOGOS } from './logos.item.js';
import { MENU } from './menu.item.js';
import { POPUP } from './popup.item.js';
import { PRICE_TABLE } from './price-table.item.js';
import { SPACE } from './space.item.js';
import { STICKY_BAR } from './sticky-bar.item.js';
import { TESTIMONIAL } from './testimonial.item.js';
import { TEXT } from './text.item.js';
import { TITLE } from './title.item.js';
import { VIDEO } from './video.item.js';

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
