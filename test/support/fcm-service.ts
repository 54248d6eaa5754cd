import { generateKeyPairSync, randomUUID, verify, type KeyObject } from 'node:crypto';
import { HttpSink, type Answer, type SunkRequest } from '#libs/test/testing';

const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SEND = /^\/v1\/projects\/([^/]+)\/messages:send$/;

/** A message that the service accepted. */
export interface FcmMessage {
  project: string;
  token?: string;
  topic?: string;
}

interface Project {
  publicKey: KeyObject;
  /** The answer to its messages, in place of acceptance. */
  refusal?: Answer;
}

/** FCM (HTTP v1) and, at `/token`, Google's token service (RFC 7523). */
export class FcmService {
  /** The accepted messages, oldest first. */
  readonly accepted: FcmMessage[] = [];
  readonly #projects = new Map<string, Project>();
  readonly #projectOfToken = new Map<string, string>();

  private constructor(readonly sink: HttpSink) {
    sink.answer((request) => (request.path === '/token' ? this.#issueToken(request) : this.#accept(request)));
  }

  static async start(): Promise<FcmService> {
    return new FcmService(await HttpSink.start());
  }

  get url(): string {
    return this.sink.url;
  }

  /** A new project; returns the JSON of its service account. */
  createAccount(project: string, tokenUri = TOKEN_URI): string {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#projects.set(project, { publicKey });
    return JSON.stringify({
      type: 'service_account',
      project_id: project,
      client_email: emailOf(project),
      private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
      token_uri: tokenUri,
    });
  }

  /** Answers the project's messages with a refusal; accepts them again without one. */
  refuse(project: string, refusal?: Answer): void {
    const known = this.#projects.get(project);
    if (!known) throw new Error(`There is no project ${project}`);
    known.refusal = refusal;
  }

  topicsOf(project: string): string[] {
    return this.accepted.flatMap((message) => (message.project === project && message.topic ? [message.topic] : []));
  }

  stop(): Promise<void> {
    return this.sink.stop();
  }

  #issueToken({ text }: SunkRequest): Answer {
    const form = new URLSearchParams(text);
    const project = this.#projectOf(form.get('assertion') ?? '');
    if (form.get('grant_type') !== GRANT || !project) return json(400, { error: 'invalid_grant' });
    const token = randomUUID();
    this.#projectOfToken.set(token, project);
    return json(200, { access_token: token, expires_in: 3_600, token_type: 'Bearer' });
  }

  /** The project whose account signed the assertion. */
  #projectOf(assertion: string): string | undefined {
    const [header = '', claims = '', signature = ''] = assertion.split('.');
    const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as { iss?: string };
    const found = [...this.#projects].find(([name]) => emailOf(name) === iss);
    if (!found) return undefined;
    const [name, { publicKey }] = found;
    const signed = Buffer.from(`${header}.${claims}`);
    return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url')) ? name : undefined;
  }

  #accept({ path, headers, text }: SunkRequest): Answer {
    const [, project = ''] = SEND.exec(path) ?? [];
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    if (!this.#projectOfToken.has(token)) return json(401, { error: { status: 'UNAUTHENTICATED' } });
    if (this.#projectOfToken.get(token) !== project) return json(403, { error: { status: 'PERMISSION_DENIED' } });
    const refusal = this.#projects.get(project)?.refusal;
    if (refusal) return refusal;
    const { message } = JSON.parse(text) as { message: Omit<FcmMessage, 'project'> };
    this.accepted.push({ ...message, project });
    return json(200, { name: `projects/${project}/messages/${this.accepted.length}` });
  }
}

const emailOf = (project: string): string => `push@${project}.iam.gserviceaccount.com`;

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
