export interface SlotLimits {
  /** Requests to one endpoint at a time. */
  perEndpoint: number;
  /** Requests at a time to all unresponsive endpoints together. */
  unresponsive: number;
}

interface Waiting {
  /** On the clock of `performance.now()`. */
  until: number;
  begin: (hasSlot: boolean) => void;
  /** The one behind it. */
  next?: Waiting;
}

/** Line of those who wait for an endpoint, in order of arrival. A `Set` whose first is taken again and again passes all that were taken before. */
class WaitingLine {
  private first: Waiting | undefined;
  private last: Waiting | undefined;

  get isEmpty(): boolean {
    return this.first === undefined;
  }

  add(one: Waiting): void {
    if (this.last) this.last.next = one;
    else this.first = one;
    this.last = one;
  }

  takeFirst(): Waiting | undefined {
    const { first } = this;
    this.first = first?.next;
    if (!this.first) this.last = undefined;
    return first;
  }

  /** Takes all of them, in order. */
  takeAll(): Waiting[] {
    const all: Waiting[] = [];
    for (let one = this.takeFirst(); one; one = this.takeFirst()) {
      one.next = undefined;
      all.push(one);
    }
    return all;
  }
}

interface Endpoint {
  inUse: number;
  /** Whether its last request got no answer. */
  unresponsive: boolean;
  waiting: WaitingLine;
  /** For the one that waits no longer first: thousands may wait, and each timer would cost more than its request. */
  timer: NodeJS.Timeout | undefined;
  timerAt: number;
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

  /** Acquires a slot; false if none came free in time. For an unresponsive endpoint it does not wait. */
  acquire(id: string, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => this.whenFree(id, timeoutMs, resolve));
  }

  /** The same without a promise, of which each that waits would hold several: calls `begin` once, at once or later. */
  whenFree(id: string, timeoutMs: number, begin: (hasSlot: boolean) => void): void {
    const endpoint = this.endpointOf(id);
    if (this.tryAcquireAt(endpoint)) begin(true);
    else if (endpoint.unresponsive || timeoutMs <= 0) begin(false);
    else this.wait(endpoint, { until: performance.now() + timeoutMs, begin });
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
    if (endpoint.inUse === 0 && !endpoint.unresponsive && endpoint.waiting.isEmpty) this.endpoints.delete(id);
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

  private wait(endpoint: Endpoint, waiting: Waiting): void {
    endpoint.waiting.add(waiting);
    if (waiting.until < endpoint.timerAt) this.setTimer(endpoint, waiting.until);
  }

  private setTimer(endpoint: Endpoint, at: number): void {
    clearTimeout(endpoint.timer);
    endpoint.timerAt = at;
    endpoint.timer = setTimeout(() => this.turnAway(endpoint), Math.ceil(at - performance.now()));
  }

  /** Ends the waiting of those whose time is over. */
  private turnAway(endpoint: Endpoint): void {
    const now = performance.now();
    const over: Waiting[] = [];
    let next = Infinity;
    for (const one of endpoint.waiting.takeAll()) {
      if (one.until <= now) over.push(one);
      else {
        endpoint.waiting.add(one);
        next = Math.min(next, one.until);
      }
    }
    endpoint.timerAt = Infinity;
    if (!endpoint.waiting.isEmpty) this.setTimer(endpoint, next);
    for (const { begin } of over) begin(false);
  }

  /** The first in line tries again; if the endpoint is unresponsive, all of them stop waiting. */
  private wake(endpoint: Endpoint): void {
    for (let next = endpoint.waiting.takeFirst(); next; next = endpoint.waiting.takeFirst()) {
      next.begin(this.tryAcquireAt(endpoint));
      if (!endpoint.unresponsive) break;
    }
    if (!endpoint.waiting.isEmpty) return;
    clearTimeout(endpoint.timer);
    endpoint.timerAt = Infinity;
  }

  private endpointOf(id: string): Endpoint {
    let endpoint = this.endpoints.get(id);
    if (!endpoint) {
      endpoint = { inUse: 0, unresponsive: false, waiting: new WaitingLine(), timer: undefined, timerAt: Infinity };
      this.endpoints.set(id, endpoint);
    }
    return endpoint;
  }
}
