ARG BASE=oven/bun:1.4.5-slim

FROM ${BASE} AS production
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production

FROM production AS build
RUN bun install --frozen-lockfile
COPY tsconfig.json LICENSE SECURITY.md ./
COPY client ./client
COPY db ./db
COPY docs ./docs
COPY public ./public
COPY src ./src
RUN bun run build

FROM ${BASE}
WORKDIR /app
# The transpiler's cache would be lost with the container, and the root file system may be read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BUN_RUNTIME_TRANSPILER_CACHE_PATH=0
COPY --from=build /app/package.json /app/bun.lock /app/bunfig.toml /app/tsconfig.json ./
COPY --from=production /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/db ./db
COPY --from=build /app/src ./src
RUN install -d -m 0700 -o 10001 -g 10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["bun", "src/cli.ts", "healthcheck"]
# `docker run … doctor` runs an operator's command instead.
ENTRYPOINT ["bun", "src/cli.ts"]
CMD ["serve"]
