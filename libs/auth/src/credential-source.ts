import type { ViewEntry, ViewKind } from './views.js';

/** The authority behind the credential view: identity, by HTTP from the other apps and by its own tables in itself. */
export abstract class CredentialSource {
  /** The present truth about each name, null where there is no such credential. @throws Problem when out of reach */
  abstract resolve<K extends ViewKind>(names: readonly (readonly [K, string])[]): Promise<ViewEntry<K>[]>;
}
