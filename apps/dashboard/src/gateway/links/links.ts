import type { SubschemaConfig } from '@graphql-tools/delegate';
import type { IResolvers } from '@graphql-tools/utils';
import type { AppName } from '../schema/app-schemas.js';

/** A field that the gateway adds to a type of an app: its answer comes from another app, by many keys at once. */
export interface Link {
  /** The type that gets the field, and the field. */
  type: string;
  field: string;
}

export const LINKS: readonly Link[] = [];

export const LINKS_SDL = '';

const names = new Set(LINKS.map(({ type, field }) => `${type}.${field}`));

export const isLink = (type: string, field: string): boolean => names.has(`${type}.${field}`);

/** The resolvers of the links. */
export function linkResolvers(_subschemaOf: () => (app: AppName) => SubschemaConfig): IResolvers {
  return {};
}
