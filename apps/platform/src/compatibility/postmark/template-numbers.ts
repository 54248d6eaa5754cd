import { idAt, positionOf } from '#libs/core/persistence';
import type { Template } from '../../templates/template.entity.js';

const NUMBER = /^[1-9]\d{0,15}$/;

/** The number that a text is, if it is one that is exact in JSON; else undefined. */
function numberOf(text: string): number | undefined {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** `TemplateId` of a template: its alias where that is a number, as one that came from Postmark keeps it; else that of its id. */
export const templateNumberOf = ({ id, alias }: Pick<Template, 'id' | 'alias'>): number =>
  numberOf(alias ?? '') ?? positionOf(id);

/** The id of the template that a number names which is no alias; undefined for a text that is none. */
export function templateIdOfNumber(text: string): string | undefined {
  const number = numberOf(text);
  return number === undefined ? undefined : idAt('tpl', number);
}
