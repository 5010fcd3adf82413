# The program alone, for docker-compose.yml and for a registry of your own.
# Two stages: the compiler stays behind.

FROM rust:1-slim-bookworm AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends build-essential \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /gleaner
COPY . .
RUN cargo build --release --locked --bin gleaner

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates tzdata \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 900 --create-home --home-dir /var/lib/gleaner gleaner
COPY --from=build /gleaner/target/release/gleaner /usr/local/bin/gleaner
COPY config /etc/gleaner/config
COPY seeds /etc/gleaner/seeds
USER gleaner
WORKDIR /etc/gleaner
ENTRYPOINT ["gleaner"]
CMD ["--help"]
