import type { SMTPServer, SMTPServerSession } from 'smtp-server';

/**
 * Offers logins on a connection once it is encrypted. The package lists AUTH before STARTTLS, too, and then refuses it
 * (538); a program that tries it has shown its password by then.
 */
export function hideLogins({ connections }: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of connections) {
    if (connection.id !== id) continue;
    const send = connection.send.bind(connection);
    connection.send = (code, data, context) => {
      const isOffer = code === 250 && Array.isArray(data) && !connection.secure;
      send(code, isOffer ? data.filter((line) => !line.startsWith('AUTH ')) : data, context);
    };
  }
}
