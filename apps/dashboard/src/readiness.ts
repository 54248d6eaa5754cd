import { Injectable } from '@nestjs/common';
import { ReadinessRegistry } from '#libs/core/http';
import { SessionStore } from './sign-in/session-store.js';

/** The dashboard is ready with Redis, where its sessions are. It is ready without the apps: each part of the page says what is away. */
@Injectable()
export class Readiness {
  constructor(registry: ReadinessRegistry, store: SessionStore) {
    registry.register('redis', () => store.ping());
  }
}
