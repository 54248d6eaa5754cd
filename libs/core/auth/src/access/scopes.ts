/**
 * The scopes of API keys. An app declares those of its routes by declaration merging:
 * `declare module '#libs/core/auth' { interface Scopes { 'notes:read': 'read' } }`. A publishable key has `read` scopes only:
 * one that reads what is not for a browser, such as contacts, is `secret read`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Scopes {}

export type Scope = keyof Scopes;

/** The products that a tenant may have. An app declares its product like a scope. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Products {}

export type Product = keyof Products;
