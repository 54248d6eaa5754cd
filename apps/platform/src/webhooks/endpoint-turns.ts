export interface TurnLimits {
  /** Requests to one endpoint at a time. */
  perEndpoint: number;
  /** Requests at a time to endpoints that did not answer last time, all of them together. */
  unanswered: number;
}

interface Endpoint {
  inside: number;
  /** Whether its last request got no answer. */
  silent: boolean;
  waiting: Set<() => void>;
}

/**
 * Whose turn it is to be called. An endpoint has a few requests under way at a time. One that did not answer has one
 * until it answers again, and all such endpoints together have only a part of what this process can do at once: those
 * that hang hold up neither each other's neighbours nor themselves for long.
 */
export class EndpointTurns {
  private readonly endpoints = new Map<string, Endpoint>();
  private insideSilent = 0;

  constructor(private readonly limits: TurnLimits) {}

  /** Takes a turn; false when there was none within the time, for a silent endpoint none at once. */
  async take(id: string, withinMs: number): Promise<boolean> {
    const endpoint = this.endpointOf(id);
    if (this.tryTake(endpoint)) return true;
    return endpoint.silent || withinMs <= 0 ? false : this.wait(endpoint, withinMs);
  }

  /** Whether the endpoint did not answer last time. */
  isSilent(id: string): boolean {
    return this.endpoints.get(id)?.silent ?? false;
  }

  /** Gives a turn back, saying whether there was an answer; undefined when nothing was asked. */
  giveBack(id: string, answered: boolean | undefined): void {
    const endpoint = this.endpointOf(id);
    this.leave(endpoint);
    if (answered !== undefined) this.setSilent(endpoint, !answered);
    this.admit(endpoint);
    if (endpoint.inside === 0 && !endpoint.silent && endpoint.waiting.size === 0) this.endpoints.delete(id);
  }

  private tryTake(endpoint: Endpoint): boolean {
    if (endpoint.silent && (endpoint.inside > 0 || this.insideSilent >= this.limits.unanswered)) return false;
    if (endpoint.inside >= this.limits.perEndpoint) return false;
    endpoint.inside += 1;
    if (endpoint.silent) this.insideSilent += 1;
    return true;
  }

  private leave(endpoint: Endpoint): void {
    endpoint.inside -= 1;
    if (endpoint.silent) this.insideSilent -= 1;
  }

  private setSilent(endpoint: Endpoint, silent: boolean): void {
    if (endpoint.silent === silent) return;
    endpoint.silent = silent;
    this.insideSilent += silent ? endpoint.inside : -endpoint.inside;
  }

  private wait(endpoint: Endpoint, withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer);
        endpoint.waiting.delete(admit);
        resolve(this.tryTake(endpoint));
      };
      const timer = setTimeout(() => {
        endpoint.waiting.delete(admit);
        resolve(false);
      }, withinMs);
      endpoint.waiting.add(admit);
    });
  }

  /** The next one in line tries; once the endpoint is silent, all who wait learn that they wait in vain. */
  private admit({ silent, waiting }: Endpoint): void {
    for (const next of waiting) {
      next();
      if (!silent) return;
    }
  }

  private endpointOf(id: string): Endpoint {
    let endpoint = this.endpoints.get(id);
    if (!endpoint) this.endpoints.set(id, (endpoint = { inside: 0, silent: false, waiting: new Set() }));
    return endpoint;
  }
}
