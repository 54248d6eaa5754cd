/** Types of the used part of the package `smpp`, which has none. The server and the session are for tests. */
declare module 'smpp' {
  import type { Buffer } from 'node:buffer';
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  export interface Text {
    message: string | Buffer;
    udh?: Buffer | Buffer[];
  }

  export interface Fields {
    command_status?: number;
    sequence_number?: number;
    [field: string]: number | string | Buffer | Text | undefined;
  }

  export interface Pdu {
    command: string;
    command_length: number;
    command_id: number;
    command_status: number;
    sequence_number: number;
    isResponse(): boolean;
    response(fields?: Fields): Pdu;
    toBuffer(): Buffer;
    system_id?: string;
    password?: string;
    system_type?: string;
    message_id?: string;
    source_addr?: string;
    source_addr_ton?: number;
    source_addr_npi?: number;
    destination_addr?: string;
    dest_addr_ton?: number;
    dest_addr_npi?: number;
    esm_class?: number;
    data_coding?: number;
    registered_delivery?: number;
    short_message?: Text;
    message_payload?: Text;
  }

  export interface Session extends EventEmitter {
    socket: Socket;
    send(pdu: Pdu, onResponse?: (pdu: Pdu) => void): boolean;
    deliver_sm(fields: Fields, onResponse?: (pdu: Pdu) => void): boolean;
    enquire_link(onResponse?: (pdu: Pdu) => void): boolean;
    unbind(onResponse?: (pdu: Pdu) => void): boolean;
    close(): void;
    destroy(): void;
    on(event: 'pdu', listener: (pdu: Pdu) => void): this;
    on(event: 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  export interface Smpp {
    PDU: new (command: string | Buffer, fields?: Fields) => Pdu;
    errors: Record<string, number>;
    encodings: Record<'ASCII' | 'LATIN1' | 'UCS2', { encode(text: string): Buffer; decode(octets: Buffer): string }>;
    createServer(options: { key?: string; cert?: string }, listener: (session: Session) => void): NetServer;
  }

  const smpp: Smpp;
  export default smpp;
}
