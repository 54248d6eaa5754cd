import { createServer, type Server, type Socket, connect } from 'node:net';
import type { AddressInfo } from 'node:net';

/** How an app behaves behind its door: it answers, it is gone, or it accepts connections and says nothing. */
export type Behaviour = 'answers' | 'gone' | 'hangs';

/** An address in front of an app at which it can be taken away from one caller, while others still reach it. */
export class AppDoor {
  #behaviour: Behaviour = 'answers';
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly app: URL,
  ) {}

  static async open(url: string): Promise<AppDoor> {
    const server = createServer();
    const door = new AppDoor(server, new URL(url));
    server.on('connection', (socket) => door.#take(socket));
    await new Promise<void>((done, reject) => server.once('error', reject).listen(0, '127.0.0.1', done));
    return door;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Changes what callers meet; ends the connections that they have. */
  become(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.become('gone');
    await new Promise((done) => this.server.close(done));
  }

  #take(socket: Socket): void {
    this.#keep(socket);
    if (this.#behaviour === 'gone') socket.destroy();
    if (this.#behaviour !== 'answers') return;
    const app = this.#keep(connect(Number(this.app.port), this.app.hostname));
    socket.pipe(app).pipe(socket);
    socket.once('close', () => app.destroy());
    app.once('close', () => socket.destroy());
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    // Ends without an answer are what this is for.
    socket.on('error', () => undefined);
    return socket.once('close', () => this.#sockets.delete(socket));
  }
}
