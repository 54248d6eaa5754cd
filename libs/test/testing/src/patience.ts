let factor = 1;

/** Sets how many times longer than on a quiet machine the waits of this process may last. */
export function setPatience(times: number): void {
  factor = times;
}

/** Returns a deadline in milliseconds that grows with the slowness of the machine, from one that suits a quiet machine. */
export function patient(ms: number): number {
  return Math.round(ms * factor);
}
