# One image for every app and job; the command says which entry point runs.
FROM node:22.21-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm run build:dashboard

FROM node:22.21-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/image/slim-modules.mjs ./
RUN npm ci --omit=dev --no-audit --no-fund && node slim-modules.mjs node_modules

FROM node:22.21-slim
ARG GIT_COMMIT=unknown
ENV NODE_ENV=production TZ=UTC GIT_COMMIT=${GIT_COMMIT}
WORKDIR /app
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE NOTICE.md scripts/image/start ./
# The gateway of the dashboard reads the schemas of the apps.
COPY --from=build /app/apps/platform/schema.graphql ./apps/platform/
COPY --from=build /app/apps/mail/schema.graphql ./apps/mail/
COPY --from=build /app/apps/pages/schema.graphql ./apps/pages/
COPY --from=build /app/apps/crm/schema.graphql ./apps/crm/
COPY vendor ./vendor
# A volume that is mounted here takes its owner from it.
RUN mkdir journal && chown node:node journal
USER node
ENTRYPOINT ["/app/start"]
CMD ["dist/apps/platform/src/main.js"]
