# No package may run a script when npm installs it, because the service needs no such script.
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/build.js scripts/empty-store.js scripts/
COPY src src
# --version shows the commit: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT
RUN npm run build

FROM node:24-trixie-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Source maps and type declarations take a third of the packages' size, and no program of the image reads them.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' \) -delete

# The image has the built program and the files that the program reads, and no development tools.
FROM node:24-trixie-slim
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY migrations migrations
COPY wsdl wsdl
COPY data data
COPY conformance conformance
# A new volume gets the owner of the folder that it covers, so the user node can write to it.
RUN mkdir /data && chown node:node /data
# Without ADMIN_HOST only the container itself reaches the admin port.
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_PORT=8081 DATA_DIR=/data LOG_FORMAT=json
# This user has no rights of root, and can write to /data and /tmp only.
USER node
VOLUME /data
EXPOSE 8080
# After this signal the service answers the running calls, and then ends.
STOPSIGNAL SIGTERM
# The start period is long, because a database that starts at the same time as the service needs seconds.
HEALTHCHECK --interval=5s --timeout=5s --start-period=40s --retries=3 \
  CMD ["node", "/app/dist/main.js", "healthcheck"]
# This option removes __proto__, so that no name in a request or a file can change the prototype of an object.
ENTRYPOINT ["node", "--disable-proto=delete", "/app/dist/main.js"]
CMD ["serve"]
# These lines come last, so that a new commit rebuilds no other layer.
ARG COMMIT
LABEL org.opencontainers.image.title="events-query" \
      org.opencontainers.image.description="A read-only events web service that answers as a classic ASP.NET .asmx service does" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="$COMMIT" \
      org.opencontainers.image.licenses="MIT"
