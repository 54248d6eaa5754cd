import type { TenantExportOptions } from '#libs/tenant-export';

/** Export of a tenant: all tables of Pages, without these columns. */
export const PAGES_EXPORT: TenantExportOptions = {
  app: 'pages',
  files: true,
  withheld: {
    'published_page.gzip': 'The same as html, compressed',
    'published_page.brotli': 'The same as html, compressed',
  },
};
