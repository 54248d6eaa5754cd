import type { TenantExportOptions } from '#libs/tenant-export';

/** What a tenant's export has of Pages: all of its tables but these columns. */
export const PAGES_EXPORT: TenantExportOptions = {
  app: 'pages',
  files: true,
  withheld: {
    'published_page.gzip': 'The same as html, compressed',
    'published_page.brotli': 'The same as html, compressed',
  },
};
