/** The apps beside identity that have rows of tenants; the runtime's are those of Pages. */
export const APPS_WITH_TENANTS = ['platform', 'mail', 'pages', 'crm'] as const;

export type AppWithTenants = (typeof APPS_WITH_TENANTS)[number];
