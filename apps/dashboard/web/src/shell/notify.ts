import type { NotificationData } from '@mantine/notifications';

/** Shows a note in the corner. What draws it is loaded when the first one is shown. */
export async function notify(note: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show(note);
}
