/** Ends the session, and goes where the server says. */
export async function signOut(): Promise<void> {
  const response = await fetch('/auth/logout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { to } = (await response.json().catch(() => ({}))) as { to?: string };
  location.assign(to ?? '/auth/login');
}
