FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
# The caches keep downloaded and built dependencies from one build to the next; the binary leaves
# the cached folder in the same step. Cargo tells by a file's time whether it changed, and files of
# another checkout may be older than what the cache holds, so all of ours are new at each build.
# Debug information is for developers, so it is left out here.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    find . -path ./target -prune -o -type f -exec touch {} + \
    && CARGO_PROFILE_RELEASE_DEBUG=none CARGO_PROFILE_RELEASE_STRIP=symbols \
    cargo build --release --locked --package boneyard-server \
    && cp target/release/boneyard-server /usr/local/bin/boneyard-server

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Boneyard" \
      org.opencontainers.image.description="A multiplayer dominoes server" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
# The id is fixed, so that a folder mounted at /data can be given to it.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data \
        --shell /usr/sbin/nologin boneyard \
    && install --directory --owner=boneyard --group=boneyard /data
COPY --from=build /usr/local/bin/boneyard-server /usr/local/bin/boneyard-server
ENV BONEYARD_LISTEN=0.0.0.0:8080 \
    BONEYARD_DATABASE=sqlite:///data/boneyard.db
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
    CMD ["boneyard-server", "health"]
ENTRYPOINT ["boneyard-server"]
