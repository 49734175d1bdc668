# The site's own server (credentials-server). The releases are no part of it: they lie on a volume, and teams publish to it
# while it runs. How to run it: docs/how-to/run-the-site.md.
FROM node:24-bookworm-slim AS packages
WORKDIR /atrium
COPY package.json package-lock.json .npmrc ./
COPY releases/package.json releases/
COPY credentials-server/package.json credentials-server/
# What the server runs with, and nothing else of the repository's: no build tools, no page-kit.
RUN npm ci --omit=dev --ignore-scripts --workspace=releases --workspace=credentials-server

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 RELEASES_DIR=/releases RELEASES_CACHE=/releases/cache
WORKDIR /atrium
COPY --from=packages /atrium ./
# Node 24 takes the types out by itself; what runs is what was tested.
COPY releases/src releases/src
COPY credentials-server/src credentials-server/src
# Whoever mounts a folder of the host here gives it to the same user: chown 1000:1000.
RUN install -d -o node -g node /releases
VOLUME /releases
USER node
EXPOSE 3000
# Whether the process answers. Whether it has a site to serve is /readyz, for the balancer: to start it anew would not help there.
HEALTHCHECK --interval=15s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process of the container and gets SIGTERM itself.
CMD ["node", "credentials-server/src/command.ts"]
