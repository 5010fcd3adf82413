# The program without a database, for docker-compose.yml and for your own registry.
# A multi-stage build: the image has no compiler. `--target render` builds the variant with a browser (docs/CRAWLING.md, "Rendering").

FROM rust:1-slim-bookworm AS source
RUN apt-get update \
 && apt-get install --yes --no-install-recommends build-essential \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /gleaner
COPY . .

FROM source AS build
RUN cargo build --release --locked --package gleaner

FROM source AS build-render
RUN cargo build --release --locked --package gleaner --features render

FROM debian:bookworm-slim AS base
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates curl tzdata \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 900 --create-home --home-dir /var/lib/gleaner gleaner
COPY config /etc/gleaner/config
COPY seeds /etc/gleaner/seeds
WORKDIR /etc/gleaner
ENTRYPOINT ["gleaner"]
CMD ["--help"]

FROM base AS render
RUN apt-get update \
 && apt-get install --yes --no-install-recommends chromium-headless-shell \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build-render /gleaner/target/release/gleaner /usr/local/bin/gleaner
# The container is the sandbox; the browser's own needs user namespaces, which are not available in it.
ENV GLEANER__CRAWL__RENDER__SANDBOX=false
USER gleaner

FROM base AS plain
COPY --from=build /gleaner/target/release/gleaner /usr/local/bin/gleaner
USER gleaner
