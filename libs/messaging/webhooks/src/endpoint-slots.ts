export interface SlotLimits {
  /** Requests to one endpoint at a time. */
  perEndpoint: number;
  /** Requests at a time to all unresponsive endpoints together. */
  unresponsive: number;
}

interface Endpoint {
  inUse: number;
  /** Whether its last request got no answer. */
  unresponsive: boolean;
  waiting: Set<() => void>;
}

/**
 * Limits how many requests to an endpoint are under way at a time. An endpoint whose last request got no answer has one
 * slot until it answers again, and all such endpoints share a part of what this process can do at once, so that
 * endpoints that hang delay no others.
 */
export class EndpointSlots {
  private readonly endpoints = new Map<string, Endpoint>();
  private unresponsiveInUse = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** Acquires a slot if one is free. */
  tryAcquire(id: string): boolean {
    return this.tryAcquireAt(this.endpointOf(id));
  }

  /** Acquires a slot; false if none came free in time. For an unresponsive endpoint it does not wait. */
  acquire(id: string, timeoutMs: number): Promise<boolean> {
    const endpoint = this.endpointOf(id);
    if (this.tryAcquireAt(endpoint)) return Promise.resolve(true);
    return endpoint.unresponsive || timeoutMs <= 0 ? Promise.resolve(false) : this.wait(endpoint, timeoutMs);
  }

  /** Whether the endpoint's last request got no answer. */
  isUnresponsive(id: string): boolean {
    return this.endpoints.get(id)?.unresponsive ?? false;
  }

  /** Releases a slot; `answered` tells whether there was an answer, undefined if no request was made. */
  release(id: string, answered: boolean | undefined): void {
    const endpoint = this.endpointOf(id);
    endpoint.inUse -= 1;
    if (endpoint.unresponsive) this.unresponsiveInUse -= 1;
    if (answered !== undefined) this.setUnresponsive(endpoint, !answered);
    this.wake(endpoint);
    if (endpoint.inUse === 0 && !endpoint.unresponsive && endpoint.waiting.size === 0) this.endpoints.delete(id);
  }

  private tryAcquireAt(endpoint: Endpoint): boolean {
    if (endpoint.unresponsive && (endpoint.inUse > 0 || this.unresponsiveInUse >= this.limits.unresponsive)) {
      return false;
    }
    if (endpoint.inUse >= this.limits.perEndpoint) return false;
    endpoint.inUse += 1;
    if (endpoint.unresponsive) this.unresponsiveInUse += 1;
    return true;
  }

  private setUnresponsive(endpoint: Endpoint, unresponsive: boolean): void {
    if (endpoint.unresponsive === unresponsive) return;
    endpoint.unresponsive = unresponsive;
    this.unresponsiveInUse += unresponsive ? endpoint.inUse : -endpoint.inUse;
  }

  private wait(endpoint: Endpoint, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        endpoint.waiting.delete(wake);
        resolve(this.tryAcquireAt(endpoint));
      };
      const timer = setTimeout(() => {
        endpoint.waiting.delete(wake);
        resolve(false);
      }, timeoutMs);
      endpoint.waiting.add(wake);
    });
  }

  /** The first in line tries again; if the endpoint is unresponsive, all of them stop waiting. */
  private wake({ unresponsive, waiting }: Endpoint): void {
    for (const next of waiting) {
      next();
      if (!unresponsive) return;
    }
  }

  private endpointOf(id: string): Endpoint {
    let endpoint = this.endpoints.get(id);
    if (!endpoint) this.endpoints.set(id, (endpoint = { inUse: 0, unresponsive: false, waiting: new Set() }));
    return endpoint;
  }
}
