import { tenant } from '#web/shell/tenant.ts';

/** Asks for a file by POST, which a link cannot, and hands it to the browser to keep. Answers false if there is none. */
export async function downloadByPost(path: string, body: object, name: string): Promise<boolean> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-tenant': tenant.get() },
    body: JSON.stringify(body),
  });
  if (!response.ok) return false;
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
  return true;
}
