import type { Html } from '#libs/core/html';
import type { Static, TSchema } from 'typebox';
import type { ItemContext } from './item-context.js';

export const ITEM_GROUPS = ['texto', 'midia', 'acao', 'conteudo', 'estrutura'] as const;

/** A type of item: what it may hold and how it looks. */
export interface ItemType<S extends TSchema = TSchema> {
  /** Name of the type in documents. */
  tipo: string;
  /** Label that editors show to authors. */
  nome: string;
  grupo: (typeof ITEM_GROUPS)[number];
  /** The JSON Schema of its `props`. */
  esquema: S;
  /** The rules that it needs in the page's style. */
  css?: string;
  /** Undefined for an item that shows nothing. */
  render(props: Static<S>, context: ItemContext): Html | undefined;
}

/** An item type, with its properties typed by its schema. */
export function defineItem<S extends TSchema>(type: ItemType<S>): ItemType<S> {
  return type;
}
