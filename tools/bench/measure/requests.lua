-- Sends the requests that a file holds, in its order, for ever. The first line of the file is a further header, or empty;
-- every other line is one request: path, key and perhaps a number. All are put together before the load begins and lie in memory
-- in the order in which they are sent, so that sending costs the same whatever they hold.
local requests, at = {}, 0

function init()
  local input = assert(io.open(os.getenv("BENCH_REQUESTS"), "r"))
  local header = input:read("*l")
  if header ~= "" then header = header .. "\r\n" end
  for line in input:lines() do
    local path, key, number = line:match("(%S+) (%S+) ?(%S*)")
    if number ~= "" then number = "X-Number: " .. number .. "\r\n" end
    requests[#requests + 1] = "GET " .. path .. " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: " .. key .. "\r\n" .. header
      .. number .. "\r\n"
  end
  input:close()
  collectgarbage("stop")
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  io.write(string.format(
    "RESULT %d %d %d %d %d %d %d\n",
    summary.requests, summary.duration, summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
