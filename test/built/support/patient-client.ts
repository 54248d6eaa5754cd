import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, HttpClient } from '../../support/http-client.js';

/** Statuses of an app while another does not answer it in time. */
const OUTAGES = [502, 503];
const ATTEMPTS = 5;
const PAUSE_MS = 2_000;

/** Repeats a call during an outage, as clients do: on a busy machine an app may answer another too late. */
export class PatientClient extends HttpClient {
  override with(headers: Record<string, string>): PatientClient {
    return new PatientClient(this.url, { ...this.fixedHeaders, ...headers });
  }

  override async send(...call: Parameters<HttpClient['send']>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await super.send(...call);
      if (!OUTAGES.includes(answer.status) || attempt === ATTEMPTS) return answer;
      await delay(PAUSE_MS);
    }
  }
}
