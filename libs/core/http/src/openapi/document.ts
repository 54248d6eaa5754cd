import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type AppProfile } from '../profile.js';
import { completeResponses, operationsOf } from './complete-responses.js';
import { metaOperations } from './meta-operations.js';
import { addRequestExamples } from './request-examples.js';

const META = 'What every app answers about itself, without a credential.';

/** Routes between the apps; the public document does not contain them. */
const INTERNAL = /^\/internal(\/|$)/;

/** The OpenAPI document of an app: its controllers and the meta routes. */
export function describeApp(app: INestApplication, profile: AppProfile, rootRoute = true): OpenAPIObject {
  const { title, version, description, tags = {} } = profile.openapi;
  const base = new DocumentBuilder()
    .setTitle(title)
    .setVersion(version)
    .setDescription(description)
    .addSecurity('key', { type: 'http', scheme: 'bearer', description: 'An API key' })
    .addSecurity('session', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A session token' })
    .addSecurity('session_cookie', {
      type: 'apiKey',
      in: 'cookie',
      name: 'service_session',
      description: 'A session token, as the dashboard sends it',
    })
    .addServer('/')
    .build();
  base.tags = Object.entries({ ...tags, Meta: META }).map(([name, text]) => ({ name, description: text }));
  const document = SwaggerModule.createDocument(app, base, { operationIdFactory });
  document.paths = publicPaths({ ...document.paths, ...metaOperations(profile, rootRoute) });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: profile.envelope.schema },
  };
  completeResponses(document, profile);
  addRequestExamples(
    document,
    operationsOf(document).map(([, operation]) => operation),
  );
  document.components.securitySchemes = usedSchemes(document);
  return document;
}

/** `EmailsController.send` becomes `emails_send`, `SubmissionsController.send` something else. */
function operationIdFactory(controller: string, method: string): string {
  const name = controller.replace(/Controller$/, '');
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}_${method}`;
}

function publicPaths(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  return Object.fromEntries(Object.entries(paths).filter(([path]) => !INTERNAL.test(path)));
}

/** The security schemes that an operation of the app uses. */
function usedSchemes({
  paths,
  components,
}: OpenAPIObject): NonNullable<OpenAPIObject['components']>['securitySchemes'] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item as Record<string, Secured>));
  const used = new Set(operations.flatMap(({ security = [] }) => security.flatMap((one) => Object.keys(one))));
  return Object.fromEntries(Object.entries(components?.securitySchemes ?? {}).filter(([name]) => used.has(name)));
}

interface Secured {
  security?: object[];
}
