declare module 'cluster-key-slot' {
  /** The slot of a Redis Cluster that a key belongs to. */
  export default function slotOf(key: string): number;
}
