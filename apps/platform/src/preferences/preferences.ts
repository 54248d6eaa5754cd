import type { Id } from '#libs/core/persistence';
import type { BrandValues } from '../brand/brand.entity.js';
import type { NO_TOPIC } from '../suppressions/suppression.js';

/** A choice of a recipient: a topic, a list that it knows of, or messages of neither. */
export interface Choice {
  id: Id<'top' | 'lst'> | typeof NO_TOPIC;
  /** Null for a list whose name is the account's own matter, and for what is of no topic. */
  name: string | null;
  description: string | null;
  /** Whether the recipient gets its messages. */
  isOn: boolean;
}

/** Data of the page of a recipient. */
export interface Preferences {
  /** The name that the account gives itself, else that of the sender. */
  sender: string;
  address: string;
  color: BrandValues['color'];
  choices: Choice[];
  /** Whether the recipient gets nothing but what is transactional, by its own will. */
  isOff: boolean;
  /** Whether all is held back for a reason that is not the recipient's will, such as a bounce. */
  isHeld: boolean;
}

/** A recipient's wish: those that it wants of the choices that it was shown, or nothing of them and of all that comes later. */
export type Wish = { shown: ReadonlySet<string>; wanted: ReadonlySet<string> } | 'nothing';
