const SHORT_NAME_MAX = 12;

/** A web app manifest. Safari on iOS shows push messages only for installed sites, which need one. */
export function manifest(name: string): string {
  const fields = { name, short_name: shortened(name), start_url: '/', scope: '/', display: 'standalone', icons: [] };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

const shortened = (name: string): string => [...name].slice(0, SHORT_NAME_MAX).join('').trim();
