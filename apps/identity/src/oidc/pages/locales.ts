/** The languages that an app asks for, as OpenID Connect Core (3.1.2.1) writes them, the preferred one first. */
export function localesOf(params: Readonly<Record<string, unknown>> | undefined): string[] {
  const locales = params?.['ui_locales'];
  return typeof locales === 'string' ? locales.split(' ').slice(0, 20) : [];
}
