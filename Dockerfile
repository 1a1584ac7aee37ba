# Tags move to newer builds of the same bases, with their fixes. To stay with one build, put its digest
# behind the tag: `docker buildx imagetools inspect debian:bookworm-slim` tells it.
FROM rust:1.95-slim-bookworm AS tools
RUN cargo install cargo-about --version 0.9.3 --locked --features cli --root /usr/local \
    && rm -rf "$CARGO_HOME/registry"

FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
# The caches keep downloaded and built dependencies from one build to the next; the binary leaves
# the cached folder in the same step. Cargo tells by a file's time whether it changed, and files of
# another checkout may be older than what the cache holds, so all of ours are new at each build.
# Debug information is for developers, so it is left out here. A release names its commit.
ARG BONEYARD_COMMIT
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    find . -path ./target -prune -o -type f -exec touch {} + \
    && CARGO_PROFILE_DIST_DEBUG=none CARGO_PROFILE_DIST_STRIP=symbols \
    cargo build --profile dist --locked --package boneyard-server \
    && cp target/dist/boneyard-server /usr/local/bin/boneyard-server
# The licences of all that is in the binary: ours, the crates', and that of Rust's standard library.
COPY --from=tools /usr/local/bin/cargo-about /usr/local/bin/cargo-about
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    mkdir /doc \
    && cargo fetch --locked \
    && cargo about generate --frozen --fail --manifest-path crates/server/Cargo.toml \
        --config about.toml --output-file /doc/THIRD-PARTY.txt about.hbs \
    && cp LICENSE-MIT LICENSE-APACHE "$(rustc --print sysroot)/share/doc/rust/COPYRIGHT-library.html" /doc

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Boneyard" \
      org.opencontainers.image.description="A multiplayer dominoes server" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
# The id is fixed, so that a folder mounted at /data can be given to it.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data \
        --shell /usr/sbin/nologin boneyard \
    && install --directory --owner=boneyard --group=boneyard /data
# What verifies the certificates of SMTP servers and of managed databases.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /doc /usr/share/doc/boneyard
COPY --from=build /usr/local/bin/boneyard-server /usr/local/bin/boneyard-server
ENV BONEYARD_LISTEN=0.0.0.0:8080 \
    BONEYARD_DATABASE=sqlite:///data/boneyard.db
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
# A check takes milliseconds. What waits for the server, as Caddy does, waits no longer than it must.
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s --retries=6 \
    CMD ["boneyard-server", "health"]
ENTRYPOINT ["boneyard-server"]
