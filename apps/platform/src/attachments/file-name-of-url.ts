/** The name of a file by the last step of its address, as a browser names what it saves. */
export function fileNameOfUrl(url: string): string {
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').pop() : undefined;
  try {
    return decodeURIComponent(last ?? '') || 'attachment';
  } catch {
    return 'attachment';
  }
}
