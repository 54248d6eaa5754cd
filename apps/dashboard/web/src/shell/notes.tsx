import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';

/** The corner in which notes appear. */
export default function Notes() {
  return <Notifications position="bottom-right" />;
}
