# The single executable and nothing else: no shell, no package manager, no root.

# Node is here only to install the locked packages, among them Bun, and to build.
FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7 AS build
WORKDIR /build
# The lock first: this layer is made anew only when a dependency changes.
COPY package.json package-lock.json .npmrc ./
COPY packages/core/package.json packages/core/
COPY packages/client/package.json packages/client/
RUN npm ci --ignore-scripts && npm rebuild bun
COPY . .
RUN node_modules/.bin/bun src/page/command.ts && node_modules/.bin/bun tools/build/main.ts --this-platform \
	&& mkdir -p /state && chmod 700 /state

# glibc, certificates and a user without rights (65532), 25 MB in all.
FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
# The commit, if the builder says it: --build-arg REVISION=$(git rev-parse HEAD)
ARG REVISION=unknown
LABEL org.opencontainers.image.title="pointrelease" \
	org.opencontainers.image.description="Which system releases does this Mac run, what is the latest, what comes next" \
	org.opencontainers.image.version="0.4.0" \
	org.opencontainers.image.revision="${REVISION}" \
	org.opencontainers.image.base.name="gcr.io/distroless/cc-debian12:nonroot"
COPY --from=build /build/dist/bin/pointrelease /usr/local/bin/pointrelease
COPY --from=build /build/dist/notices/notices.txt /usr/share/doc/pointrelease/notices.txt
COPY --from=build --chown=65532:65532 /state /var/lib/pointrelease
ENV HOST=0.0.0.0 \
	PORT=8080 \
	POINTRELEASE_STATE=/var/lib/pointrelease
# The embedded database and the encryption key. With DATABASE_URL and POINTRELEASE_SECRET nothing needs keeping.
VOLUME /var/lib/pointrelease
EXPOSE 8080
USER 65532:65532
# There is no curl in the image: the program asks itself.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s --retries=3 \
	CMD ["/usr/local/bin/pointrelease", "ready"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/pointrelease"]
CMD ["serve"]
