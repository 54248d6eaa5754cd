import type { Product } from '#libs/core/auth';

const ALL: Record<Product, true> = { mail: true, pages: true, crm: true };

/** The parts of the product that a tenant may have. */
export const PRODUCTS = Object.keys(ALL) as Product[];
