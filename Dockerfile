# docker.io/oven/bun:TAG@sha256:DIGEST pins it for good: `docker buildx imagetools inspect oven/bun:1.4.5-slim` says the digest.
ARG BASE=docker.io/oven/bun:1.4.5-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY tsconfig.json LICENSE SECURITY.md ./
COPY client ./client
COPY db ./db
COPY docs ./docs
COPY public ./public
COPY src ./src
RUN bun run build && rm dist/program.stamp dist/web/contents.json

FROM ${BASE}
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Quad" \
      org.opencontainers.image.description="A community server that one college can run by itself" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production HOST=0.0.0.0
# The program with all that it needs is one folder, without node_modules.
COPY --from=build /app/dist /app
COPY deploy/container/quad /usr/local/bin/quad
COPY deploy/container/hooks /hooks
# A new volume has the owner of the folder that it is mounted at.
RUN install -d -m 0700 -o 10001 -g 10001 /data /storage
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["quad", "healthcheck"]
# `docker run … quad doctor` runs an operator's command instead.
ENTRYPOINT []
CMD ["quad", "serve"]
