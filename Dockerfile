# The site's server (credentials-server). The image contains no releases: they are on a volume, and teams publish while the
# server runs. How to run it: docs/how-to/run-the-site.md.
FROM node:24-bookworm-slim AS packages
WORKDIR /atrium
COPY package.json package-lock.json .npmrc ./
COPY releases/package.json releases/
COPY credentials-server/package.json credentials-server/
# Only the packages that the server needs: no build tools, no page-kit.
RUN npm ci --omit=dev --ignore-scripts --workspace=releases --workspace=credentials-server

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 RELEASES_DIR=/releases RELEASES_CACHE=/releases/cache
WORKDIR /atrium
COPY --from=packages /atrium ./
# Node 24 strips the types, so the image runs the tested sources.
COPY releases/src releases/src
COPY credentials-server/src credentials-server/src
# A folder of the host that is mounted here must belong to the same user: chown 1000:1000.
RUN install -d -o node -g node /releases
VOLUME /releases
USER node
EXPOSE 3000
# Checks that the process responds. Whether it has a site to serve is for the load balancer to check, with /readyz: a restart would not help.
HEALTHCHECK --interval=15s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell around it, Node receives SIGTERM.
CMD ["node", "credentials-server/src/command.ts"]
